import { listSampleRows, markLookedAtTable } from '@leadloom/shared/contract/sample-rows';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

interface Counts {
  readonly samples: number;
  readonly news?: number;
}

/** @returns what was counted, without paging */
function serveCounts({ samples, news = 0 }: Counts, withSamples: 'investors' | 'companies' = 'investors') {
  const counted: URL[] = [];
  apiServer.use(
    answer(listSampleRows, () => ({ tables: [withSamples], account: false })),
    http.get('/api/v1/table/investors/total', ({ request }) => {
      const url = new URL(request.url);
      counted.push(url);
      return HttpResponse.json({ total: url.searchParams.has('sample') ? samples : news });
    }),
  );
  return { counted, ofSamples: () => counted.filter((url) => url.searchParams.get('sample') === 'true') };
}

const filterLine = () => within(screen.getByRole('region', { name: 'Filters' }));
const rows = () => within(screen.getByRole('region', { name: 'Rows' }));

describe('what is said of the rows beside their number', () => {
  beforeEach(() => signInForTest());

  it('where all rows are invented, it says so, and how to remove them', async () => {
    serveTable({ name: 'investors' });
    serveCounts({ samples: 25 });
    const { person } = renderApp('/table/investors');
    expect(await screen.findByText(/^These rows are invented samples\./)).toBeVisible();
    await person.click(rows().getByRole('button', { name: 'How to remove them' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'How to remove the samples' }));
    expect(dialog.getByText(/SAMPLE_DATA=off/)).toBeVisible();
  });

  it('where some are, it says how many, and hides them by a filter that the address and its chip show', async () => {
    const { lists } = serveTable({ name: 'investors', total: 5285 });
    const { ofSamples } = serveCounts({ samples: 300 });
    const { person, location } = renderApp('/table/investors?country=Norway');
    expect(await screen.findByText(/^300 of 5,285 rows are invented samples/)).toBeVisible();
    expect(ofSamples().map(filtersIn)).toEqual([{ country: ['Norway'], sample: ['true'] }]);
    await person.click(rows().getByRole('button', { name: 'Hide them' }));
    await waitFor(() => expect(location()).toContain('country=Norway&sample=false'));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ country: ['Norway'], sample: ['false'] }));
    expect(await filterLine().findByRole('button', { name: 'Samples: hidden' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/rows are invented samples/)).toBeNull());
    await person.click(filterLine().getByRole('button', { name: 'Samples: hidden' }));
    await person.click(await screen.findByRole('radio', { name: 'Invented samples only' }));
    await waitFor(() => expect(location()).toContain('sample=true'));
    expect(await screen.findByText(/^These rows are invented samples\./)).toBeVisible();
  });

  it('other pages and orders of the same rows are not counted again', async () => {
    serveTable({ name: 'investors', total: 100 });
    const { ofSamples } = serveCounts({ samples: 30 });
    const { person } = renderApp('/table/investors');
    await screen.findByText(/^30 of 100 rows are invented samples/);
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Name 11');
    expect(await screen.findByText(/^30 of 100 rows are invented samples/)).toBeVisible();
    expect(ofSamples()).toHaveLength(1);
  });

  it('a table without samples is not asked for them, and says nothing', async () => {
    serveTable({ name: 'investors' });
    const { ofSamples } = serveCounts({ samples: 0 }, 'companies');
    renderApp('/table/investors');
    await screen.findByText('Name 1');
    await expect.poll(() => localStorage.getItem('leadloom-sample-rows')).not.toBeNull();
    expect(ofSamples()).toEqual([]);
    expect(screen.queryByText(/invented samples/)).toBeNull();
  });

  it('filters that find no sample say nothing', async () => {
    serveTable({ name: 'investors' });
    const { ofSamples } = serveCounts({ samples: 0 });
    renderApp('/table/investors');
    await screen.findByText('Name 1');
    await expect.poll(() => ofSamples().length).toBe(1);
    expect(screen.queryByText(/invented samples/)).toBeNull();
  });

  it('where three in ten rows are new, one line says how many instead of marks, and shows them alone', async () => {
    const { lists } = serveTable({ name: 'investors', total: 100 });
    serveCounts({ samples: 0, news: 30 });
    const { person } = renderApp('/table/investors');
    expect(await screen.findByText(/^30 rows are new since /)).toBeVisible();
    expect(screen.queryByText(/^30 new since /)).toBeNull();
    expect(lists.some((url) => url.searchParams.has('ids'))).toBe(false);
    await person.click(rows().getByRole('button', { name: 'Show them' }));
    await waitFor(() => expect(lists.at(-1)?.searchParams.get('updated_after')).toBe('2026-03-27T08:00:00.000Z'));
    await waitFor(() => expect(screen.queryByText(/rows are new since /)).toBeNull());
  });

  it('where all rows are new, the line says so, and offers no filter that would change nothing', async () => {
    serveTable({ name: 'investors', total: 100 });
    serveCounts({ samples: 0, news: 100 });
    renderApp('/table/investors');
    expect(await screen.findByText(/^All 100 rows are new since /)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show them' })).toBeNull();
  });

  it('where fewer rows are new, they are marked, and the line says nothing', async () => {
    const { lists } = serveTable({ name: 'investors', total: 100 });
    serveCounts({ samples: 0, news: 29 });
    renderApp('/table/investors');
    expect(await screen.findByText(/^29 new since /)).toBeVisible();
    await waitFor(() => expect(lists.some((url) => url.searchParams.has('ids'))).toBe(true));
    expect(screen.queryByText(/rows are new since /)).toBeNull();
  });
});

describe('that rows of a table were seen', () => {
  beforeEach(() => signInForTest());

  function watchSeen() {
    let seen = 0;
    apiServer.use(
      answer(markLookedAtTable, () => {
        seen += 1;
        return undefined;
      }),
    );
    return () => seen;
  }

  it('is told once, when they are on the screen', async () => {
    const seen = watchSeen();
    serveTable({ name: 'investors' });
    const { person } = renderApp('/table/investors');
    await screen.findByText('Name 1');
    await waitFor(() => expect(seen()).toBe(1));
    await expect.poll(() => localStorage.getItem('leadloom-rows-seen')).not.toBeNull();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Name 11');
    expect(seen()).toBe(1);
  });

  it('is not told of an empty table', async () => {
    const seen = watchSeen();
    serveTable({ name: 'investors', total: 0 });
    renderApp('/table/investors');
    await screen.findByRole('cell', { name: 'No results found' });
    expect(seen()).toBe(0);
  });
});
