/** These tests run in the browser's own router, which shows a new address only once the screen has been drawn with it. */
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aView, filtersIn, loadTableScreens, serveTable } from '../features/tables/testing/tables.fixture.ts';
import { signInForTest } from '../testing/render-app.tsx';
import { App } from './app.tsx';

beforeAll(loadTableScreens);

/** Path and query within the app. */
const address = () => (window.location.pathname + window.location.search).replace(/^\/app/, '');

function openApp(path: string) {
  window.history.pushState(null, '', `/app${path}`);
  render(<App />);
  return userEvent.setup();
}

describe('the address of reviews, written but not read', () => {
  beforeEach(() => signInForTest());
  afterEach(() => window.history.pushState(null, '', '/'));

  it('each change keeps the changes before it', async () => {
    const { lists } = serveTable({ name: 'reviews', total: 45 });
    const person = openApp('/table/reviews');
    await screen.findByText('Review title 1');
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Review title 11')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Review title 21')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/table/reviews?page=3&per_page=10'));

    await person.click(screen.getByRole('button', { name: 'Search' }));
    await person.type(await screen.findByRole('searchbox', { name: 'Search' }), "loom's{Enter}");
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ search_query: ["loom's"] }));
    await person.click(within(screen.getByRole('grid')).getByRole('button', { name: /^Rating/ }));
    const sorted = { search_query: ["loom's"], sort: ['rating'], order: ['desc'] };
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual(sorted));
    await person.selectOptions(screen.getByRole('combobox', { name: /^Rows/ }), '15');
    await waitFor(() => expect(screen.getByText('Review title 15')).toBeVisible());
    const whole = '/table/reviews?search_query=loom%27s&page=1&per_page=15&sort=rating&order=desc';
    await waitFor(() => expect(address()).toBe(whole));
    expect(screen.getByRole('button', { name: "Search: loom's" })).toBeVisible();

    // The link opens the table anew; Back leads to what was shown.
    await person.click(screen.getByRole('button', { name: 'Open navigation' }));
    await person.click(await screen.findByRole('link', { name: 'G2 Reviews' }));
    expect(await screen.findByRole('button', { name: 'Search' })).toBeVisible();
    expect(address()).toBe('/table/reviews');
    window.history.back();
    expect(await screen.findByRole('button', { name: "Search: loom's" })).toBeVisible();
    await waitFor(() => expect(address()).toBe(whole));
    expect(await screen.findByText('Review title 15')).toBeVisible();
  });

  it('the address stays with the open view', async () => {
    const state = { filters: { rating: ['4-5'] }, columns: [], sort: null, order: null, per_page: 10 };
    const { lists } = serveTable({ name: 'reviews', total: 45, views: [aView({ table: 'reviews', state })] });
    const person = openApp('/table/reviews?view=view-1');
    await screen.findByText('Review title 1');
    for (const first of ['Review title 11', 'Review title 21']) {
      await person.click(screen.getByRole('button', { name: 'Next page' }));
      expect(await screen.findByText(first)).toBeVisible();
    }
    await waitFor(() => expect(address()).toBe('/table/reviews?rating=4-5&page=3&per_page=10&view=view-1'));
    expect(lists.map(filtersIn)).toEqual(lists.map(() => ({ rating: ['4-5'] })));
    expect(screen.getByRole('tab', { name: 'Nordic textiles', selected: true })).toBeVisible();
  });

  it('a reload clears the address and the router state', async () => {
    const { lists } = serveTable({ name: 'reviews', total: 45 });
    window.history.pushState({ usr: { tableState: 'of-before' }, key: 'k', idx: 0 }, '', '/app/table/reviews?page=3&per_page=10');
    render(<App />);
    expect(await screen.findByText('Review title 1')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/table/reviews'));
    expect(lists[0]?.searchParams.get('page')).toBe('1');
  });
});
