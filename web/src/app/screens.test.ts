import { tableLinks, tableNames } from '@leadloom/shared/tables/table-names';
import { expect, it } from 'vitest';
import { tablePath } from '../lib/paths.ts';
import { openScreens, operatorScreens, publicScreens, sessionScreens } from './screens.tsx';

it('every data table has a screen and a link, in the order of their list', () => {
  const shown = sessionScreens.filter(({ path, link }) => path.startsWith('/table/') && link !== null);
  expect(shown.map(({ path }) => path)).toEqual(tableNames.map(tablePath));
});

it('the links of the tables read as people know them', () => {
  expect(tableLinks).toMatchObject({
    investors: 'Investors',
    companies: 'Companies',
    people: 'People',
    reviews: 'G2 Reviews',
    shopify: 'Shopify Stores',
    'reddit-posts': 'Reddit Posts',
    'tiktok-videos': 'TikTok Videos',
  });
});

it('no path leads to two screens', () => {
  const all = [...publicScreens, ...openScreens, ...sessionScreens, ...operatorScreens].map(({ path }) => path);
  expect(new Set(all).size).toBe(all.length);
});
