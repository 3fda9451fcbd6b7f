import { listSampleRows, type SampleRows } from '@leadloom/shared/contract/sample-rows';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTableScreens, serveTable } from '../../features/tables/testing/tables.fixture.ts';
import { loadSubreddits, serveSubreddits } from '../../features/tracking/testing/subreddits.fixture.ts';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';

const NOTICE = /^These rows are invented samples\./;

beforeAll(loadSubreddits);
beforeAll(loadTableScreens);

async function openSamples(samples: SampleRows) {
  serveSubreddits();
  let asked = 0;
  apiServer.use(
    answer(listSampleRows, () => {
      asked += 1;
      return samples;
    }),
  );
  signInForTest();
  return { ...renderApp('/social'), asked: () => asked };
}

it('a screen of what the sample account collected says in one line that it is invented, and how to remove it', async () => {
  const { person } = await openSamples({ tables: [], account: true });
  expect(await screen.findByText(NOTICE)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'How to remove them' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'How to remove the samples' }));
  expect(dialog.getByText(/SAMPLE_DATA=off/)).toBeVisible();
});

it('what another account collected is not called invented, whatever the tables hold', async () => {
  const { asked } = await openSamples({ tables: ['companies'], account: false });
  await expect.poll(asked).toBe(1);
  expect(screen.queryByText(NOTICE)).toBeNull();
});

describe('in a narrow window', () => {
  /** The line below the page. */
  const place = () => document.querySelector('[data-notice-line]');
  afterEach(() => vi.unstubAllGlobals());
  beforeEach(() => {
    const none = () => undefined;
    const media = { matches: false, addEventListener: none, removeEventListener: none, addListener: none, removeListener: none };
    vi.stubGlobal('matchMedia', () => media);
  });

  it('the notice stands below the page, so that its heading stands where those of other pages do', async () => {
    await openSamples({ tables: [], account: true });
    const notice = await screen.findByText(NOTICE);
    expect(place()).toContainElement(notice);
    expect(screen.getByRole('main').compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('a browser that was told of samples shows the notice at once', async () => {
    await openSamples({ tables: [], account: true });
    await screen.findByText(NOTICE);
    cleanup();
    apiServer.use(answer(listSampleRows, () => new Promise<SampleRows>(() => undefined)));
    renderApp('/social');
    expect(await screen.findByText(NOTICE)).toBeVisible();
  });

  it('a table needs no line for it: it says it beside the number of its rows', async () => {
    signInForTest();
    serveTable({ name: 'investors' });
    renderApp('/table/investors');
    await screen.findByText('Name 1');
    expect(place()).toBeNull();
  });
});

it('a slash opens the search of a table', async () => {
  signInForTest();
  serveTable({ name: 'investors' });
  const { person } = renderApp('/table/investors');
  await screen.findByRole('button', { name: 'Search' });
  await person.keyboard('/');
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveFocus();
  await person.keyboard('a?b');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('a?b');
  expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull();
});
