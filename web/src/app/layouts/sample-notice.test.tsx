import { listSampleRows, type SampleRows } from '@leadloom/shared/contract/dashboard';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('in a narrow window', () => {
  /** The line between the bar and the page. */
  const place = () => document.querySelector('[data-notice-line]');
  afterEach(() => vi.unstubAllGlobals());
  beforeEach(() => {
    const none = () => undefined;
    const media = { matches: false, addEventListener: none, removeEventListener: none, addListener: none, removeListener: none };
    vi.stubGlobal('matchMedia', () => media);
  });

  it('the place of the notice is kept before it is known whether there are samples, and stays until another screen', async () => {
    let tell = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      tell = resolve;
    });
    serveTable({ name: 'investors' });
    apiServer.use(answer(listSampleRows, () => asked.then(() => ({ tables: [], account: false }))));
    const { person } = renderApp('/table/investors');
    await screen.findByRole('grid');
    expect(place()).toBeEmptyDOMElement();
    tell();
    await expect.poll(() => localStorage.getItem('leadloom-sample-rows')).not.toBeNull();
    expect(place()).toBeEmptyDOMElement();
    await person.click(screen.getByRole('link', { name: 'Dashboard' }));
    await expect.poll(place).toBeNull();
  });

  it('a browser that was told of samples shows the notice at once', async () => {
    await openInvestors({ tables: ['investors'], account: false });
    await screen.findByText(NOTICE);
    cleanup();
    apiServer.use(answer(listSampleRows, () => new Promise<SampleRows>(() => undefined)));
    renderApp('/table/investors');
    expect(await screen.findByText(NOTICE)).toBeVisible();
  });
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
