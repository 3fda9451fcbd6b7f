import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

describe('the address of a table screen', () => {
  beforeEach(() => signInForTest());

  it('the address restores filters, page, size and order', async () => {
    const { lists } = serveTable({ name: 'companies', total: 45 });
    renderApp('/table/companies?country=Norway,Sweden&with_contact_info=true&page=2&per_page=15&sort=revenue&order=desc');
    expect(await screen.findByText('Name 16')).toBeVisible();
    expect(lists[0]?.searchParams.get('page')).toBe('2');
    expect(lists[0]?.searchParams.get('per_page')).toBe('15');
    expect(filtersIn(lists[0])).toEqual({
      country: ['Norway', 'Sweden'],
      with_contact_info: ['true'],
      sort: ['revenue'],
      order: ['desc'],
    });
    expect(screen.getByRole('button', { name: 'With contact info: Yes' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Country: Norway, Sweden' })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /Revenue/ })).toHaveAttribute('aria-sort', 'descending');
  });

  it('invalid values in the address are dropped, and the size is clamped', async () => {
    const { lists } = serveTable({ name: 'companies' });
    renderApp('/table/companies?employee_count=7-9&last_funded_after=yesterday&sort=password&per_page=1000&page=-2');
    await screen.findByText('Name 25');
    expect(lists[0]?.search).toBe('?page=1&per_page=100');
  });

  it('an address past the end opens the last page', async () => {
    serveTable({ name: 'companies', total: 25 });
    const { location } = renderApp('/table/companies?page=99&per_page=10');
    expect(await screen.findByText('Name 25')).toBeVisible();
    expect(location()).toBe('/table/companies?page=3&per_page=10');
  });

  it('the address changes with pages and size, and no visited page is requested again', async () => {
    const { lists } = serveTable({ name: 'companies', total: 45 });
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Name 11')).toBeVisible();
    expect(location()).toBe('/table/companies?page=2&per_page=10');
    await waitFor(() => expect(lists.map((url) => url.searchParams.get('page'))).toEqual(['1', '2', '3']));
    await person.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByText('Name 1')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Name 11')).toBeVisible();
    expect(lists).toHaveLength(3);
    await person.selectOptions(screen.getByRole('combobox', { name: /^Rows/ }), '15');
    expect(await screen.findByText('Name 15')).toBeVisible();
    expect(location()).toBe('/table/companies?page=1&per_page=15');
  });

  it('a change of the table is undone by Back and redone by Forward', async () => {
    serveTable({ name: 'companies', total: 45 });
    const { person, location, go } = renderApp('/table/companies?search_query=loom&page=1&per_page=10');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(location()).toBe('/table/companies?page=1&per_page=10'));
    await person.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(location()).toBe('/table/companies?page=2&per_page=10'));
    go(-1);
    go(-1);
    expect(await screen.findByRole('button', { name: 'Search: loom' })).toBeVisible();
    expect(location()).toBe('/table/companies?search_query=loom&page=1&per_page=10');
  });

  it('Back undoes a change where the address is not read, too', async () => {
    const { lists } = serveTable({ name: 'reviews', total: 45 });
    const { person, go } = renderApp('/table/reviews');
    expect(await screen.findByText('Review title 1')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Review title 11')).toBeVisible();
    await openFilter(person, 'Search');
    await person.type(await screen.findByRole('searchbox', { name: 'Search' }), 'felt');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ search_query: ['felt'] }));
    await person.keyboard('{Escape}');
    go(-1);
    expect(await screen.findByText('Review title 11')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
    go(-1);
    expect(await screen.findByText('Review title 1')).toBeVisible();
    go(1);
    go(1);
    expect(await screen.findByRole('button', { name: 'Search: felt' })).toBeVisible();
  });

  it('the address of reviews is written but not read', async () => {
    const { lists } = serveTable({ name: 'reviews', total: 45 });
    const { person, location } = renderApp('/table/reviews?search_query=loom&page=2&per_page=15');
    expect(await screen.findByText('Review title 1')).toBeVisible();
    expect(lists[0]?.search).toBe('?page=1&per_page=10');
    await waitFor(() => expect(location()).toBe('/table/reviews'));
    await openFilter(person, 'Search');
    await person.type(await screen.findByRole('searchbox', { name: 'Search' }), 'felt');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ search_query: ['felt'] }));
    expect(location()).toBe('/table/reviews?search_query=felt&page=1&per_page=10');
  });

  it('the chart in the address of reviews is read, without the filters beside it', async () => {
    serveTable({ name: 'reviews', total: 45 });
    const asked: string[] = [];
    apiServer.use(
      answer(tableEndpoints.reviews.summary, ({ url }) => {
        asked.push(url.search);
        return { data: [{ by: ['Norway'], value: 45 }], total: 45, other: 0 };
      }),
    );
    const { person, location, go } = renderApp('/table/reviews?search_query=loom&page=2&show=chart&by=reviewer_country&record=3');
    const figures = await screen.findByRole('region', { name: 'Reviews by reviewer country, as a table' });
    await waitFor(() => expect(location()).toBe('/table/reviews?show=chart&by=reviewer_country&record=3'));
    expect(asked).toEqual(['?by=reviewer_country&measure=count']);
    await person.click(within(figures).getByRole('button', { name: 'Norway' }));
    await waitFor(() =>
      expect(location()).toContain('?reviewer_country=Norway&page=1&per_page=10&show=chart&by=reviewer_country'),
    );
    go(-1);
    await waitFor(() => expect(location()).toBe('/table/reviews?show=chart&by=reviewer_country&record=3'));
    expect(await screen.findByRole('button', { name: 'Chart', pressed: true })).toBeVisible();
  });
});
