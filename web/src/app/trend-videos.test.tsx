/** The way from a number of one screen to its rows on another. */
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { openTrendVideos } from '@leadloom/shared/contract/trend-videos';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { filtersIn, serveTable } from '../features/tables/testing/tables.fixture.ts';
import { cardOf, loadTrendsScreen, openTrends, serveTrends } from '../features/tiktok-trends/testing/trends.fixture.ts';
import { answer } from '../testing/api.ts';
import { apiServer } from '../testing/server.ts';
import { aTrend } from '../testing/trends.ts';

beforeAll(loadTrendsScreen);

it('the total of videos leads to them in their table', async () => {
  serveTrends(aTrend(12, { number_of_videos_in_trend: 9 }));
  const match = { id: 71, table: 'tiktok-videos', lines: 9, count: 8, counted_in: 'Trend “#trend12”' } as const;
  const opened: unknown[] = [];
  apiServer.use(
    answer(listRowLists, () => ({ data: [], total: 0 })),
    answer(openTrendVideos, ({ params }) => {
      opened.push(params.trend_id);
      return match;
    }),
  );
  const { person, location } = await openTrends();
  const { lists: asked } = serveTable({ name: 'tiktok-videos' });
  await person.click((await cardOf('#trend12')).getByRole('button', { name: 'Total videos: 9' }));
  const chip = { name: 'Trend “#trend12” · 8 of 9 videos' };
  const filters = within(await screen.findByRole('region', { name: 'Filters' }));
  await person.click(await filters.findByRole('button', chip));
  await waitFor(() => expect(filtersIn(asked.at(-1))).toEqual({ list: ['71'] }));
  expect(await screen.findByText('Trend “#trend12”: 8 of 9 videos.')).toBeVisible();
  expect(screen.getByText('The others are no longer in the table.')).toBeVisible();
  expect(screen.queryByText(/pasted/)).toBeNull();
  expect(location()).toMatch(/^\/table\/tiktok-videos\?list=71/);
  expect(opened).toEqual(['12']);
});
