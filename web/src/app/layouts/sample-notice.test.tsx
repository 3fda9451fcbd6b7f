import { listSampleRows, type SampleRows } from '@leadloom/shared/contract/dashboard';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTableScreens, serveTable } from '../../features/tables/testing/tables.fixture.ts';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

const NOTICE = /^These rows are invented samples\./;

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

async function openInvestors(samples: SampleRows) {
  serveTable({ name: 'investors' });
  let asked = 0;
  apiServer.use(
    answer(listSampleRows, () => {
      asked += 1;
      return samples;
    }),
  );
  const app = renderApp('/table/investors');
  await screen.findByRole('grid');
  return { ...app, asked: () => asked };
}

it('a table with sample rows says so in one line, and how to remove them', async () => {
  const { person } = await openInvestors({ tables: ['investors'], account: false });
  expect(await screen.findByText(NOTICE)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'How to remove them' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'How to remove the samples' }));
  expect(dialog.getByText(/SAMPLE_DATA=off/)).toBeVisible();
});

it('a table without sample rows says nothing', async () => {
  const { asked } = await openInvestors({ tables: ['companies'], account: true });
  await expect.poll(asked).toBe(1);
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it('a slash opens the search of a table', async () => {
  const { person } = await openInvestors({ tables: [], account: false });
  await screen.findByRole('button', { name: 'Search' });
  await person.keyboard('/');
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveFocus();
  await person.keyboard('a?b');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('a?b');
  expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull();
});
