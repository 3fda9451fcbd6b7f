import { listTags } from '@leadloom/shared/contract/my-rows';
import { searchSubreddits, searchTopics, tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

/** Opens a chip and chooses from its list, which is open with it and stays open for more. */
async function choose(person: UserEvent, label: string, ...options: readonly string[]): Promise<void> {
  await fieldOf(person, label);
  for (const name of options) await person.click(await screen.findByRole('option', { name }));
  await person.keyboard('{Escape}');
}

/** The field behind a chip that is not in use. */
async function fieldOf(person: UserEvent, label: string, role = 'combobox'): Promise<HTMLElement> {
  await openFilter(person, label);
  return screen.findByRole(role, { name: label });
}

/** The frame around a field, in which its chosen values stand. */
function boxOf(field: HTMLElement): HTMLElement {
  const box = field.closest<HTMLElement>('.MuiAutocomplete-root');
  if (box === null) throw new Error('the field is no list');
  return box;
}

describe('the filters of a table', () => {
  beforeEach(() => signInForTest());

  it('changing a filter goes to the first page', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const { person, location } = renderApp('/table/companies?page=2&per_page=10');
    await screen.findByText('Name 11');
    await person.type(await fieldOf(person, 'Search', 'searchbox'), 'loom works ');
    const searched = () => lists.find((url) => url.searchParams.get('search_query') === 'loom works');
    await waitFor(() => expect(searched()?.searchParams.get('page')).toBe('1'));
    expect(filtersIn(searched())).toEqual({ search_query: ['loom works'] });
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('loom works ');
    await waitFor(() => expect(location()).toBe('/table/companies?search_query=loom%20works&page=1&per_page=10'));
  });

  it('filters are sent as lists, flags and days, and are in the address', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await choose(person, 'Region', 'Asia', 'Europe');
    await choose(person, 'Employee count', '< 10', '200+');
    await person.click(await fieldOf(person, 'With contact info', 'checkbox'));
    await waitFor(() =>
      expect(filtersIn(lists.at(-1))).toEqual({
        employee_count: ['0-10', '200+'],
        region: ['Asia', 'Europe'],
        with_contact_info: ['true'],
      }),
    );
    expect(location()).toBe(
      '/table/companies?employee_count=0-10,200%2B&region=Asia,Europe&with_contact_info=true&page=1&per_page=10',
    );
    expect(screen.getByText('3 active')).toBeVisible();
    await person.click(screen.getByRole('checkbox', { name: 'With contact info' }));
    await waitFor(() => expect(location()).not.toContain('with_contact_info'));
    await person.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Region: Asia, Europe' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Clear Region' }));
    await waitFor(() => expect(location()).toBe('/table/companies?employee_count=0-10,200%2B&page=1&per_page=10'));
  });

  it('"Clear filters" removes all filters', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const { person, location } = renderApp('/table/companies?country=Norway&search_query=loom&page=2&per_page=15');
    await screen.findByText('Name 16');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({}));
    expect(location()).toBe('/table/companies?page=1&per_page=15');
    expect(screen.queryByRole('button', { name: /^Search:/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDisabled();
  });

  it('chips are in the order of the search, those in use, and the rest, and Escape returns to the chip', async () => {
    serveTable({ name: 'people' });
    const { person } = renderApp('/table/people');
    await screen.findByText('Name 1');
    const chips = () =>
      within(screen.getByRole('region', { name: 'Filters' }))
        .getAllByRole('button', { expanded: false })
        .map(({ textContent }) => textContent);
    expect(chips().slice(0, 4)).toEqual(['Search', 'Country', 'Website', 'Is investor']);
    await person.click(await fieldOf(person, 'Is investor', 'checkbox'));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(chips().slice(0, 4)).toEqual(['Search', 'Is investor: Yes', 'Country', 'Website']);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Is investor: Yes' })).toHaveFocus());
  });

  it('a preset of days fills both ends at once', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const { person } = renderApp('/table/companies?last_funded_before=2020-01-01');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: /^Last funded: until/ }));
    await person.click(await screen.findByRole('button', { name: 'This year' }));
    const year = new Date().getUTCFullYear();
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ last_funded_after: [`${year}-01-01`] }));
  });

  it('"Clear filters" removes a half-typed day', async () => {
    const { lists } = serveTable({ name: 'reddit-posts' });
    const { person } = renderApp('/table/reddit-posts?score=10-20');
    await screen.findByText('Title 1');
    await openFilter(person, 'Posted Date');
    await person.type(await screen.findByRole('textbox', { name: 'Posted Date from' }), '12/31/202');
    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await openFilter(person, 'Posted Date');
    expect(await screen.findByRole('textbox', { name: 'Posted Date from' })).toHaveValue('');
    expect(screen.queryByText(/Enter a full date/)).toBeNull();
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({}));
  });

  it('a filter offers values found in the data, and keeps unknown ones', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(answer(tableEndpoints.companies.options, () => ({ business_status: ['Hibernating'] })));
    const { person } = renderApp('/table/companies?business_status=Mothballed');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Business status: Mothballed' }));
    const field = await screen.findByRole('combobox', { name: 'Business status' });
    expect(within(boxOf(field)).getByText('Mothballed')).toBeVisible();
    await person.click(field);
    expect(await screen.findByRole('option', { name: 'Hibernating' })).toBeVisible();
    expect(screen.getByRole('option', { name: 'Startup' })).toBeVisible();
  });

  it('a filter offers values that start with the typed text first', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(answer(tableEndpoints.companies.options, () => ({ business_status: ['Not profitable', 'Unprofitable'] })));
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    const field = await fieldOf(person, 'Business status');
    await person.click(field);
    await screen.findByRole('option', { name: 'Unprofitable' });
    await person.type(field, 'PROFIT');
    const offered = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual([
      'Profitable',
      'Generating Revenue/Not Profitable',
      'Not profitable',
      'Unprofitable',
    ]);
  });

  it('a failed load of the values is logged, and the known ones are offered', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(http.get('/api/v1/table/companies/options', () => HttpResponse.json({}, { status: 400 })));
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await waitFor(() => expect(log).toHaveBeenCalled());
    await person.click(await fieldOf(person, 'Business status'));
    expect(await screen.findByRole('option', { name: 'Startup' })).toBeVisible();
  });

  it('a text filter accepts many values: by Enter, by comma, by paste', async () => {
    const { lists } = serveTable({ name: 'companies' });
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    const field = await fieldOf(person, 'Domain');
    await person.type(field, 'warp.example{Enter}weft.example,');
    await person.click(field);
    await person.paste('heddle.example\nbobbin.example;  warp.example ');
    await person.type(field, 'selvedge.example');
    await person.tab();
    await waitFor(() =>
      expect(filtersIn(lists.at(-1))).toEqual({
        domain: ['bobbin.example', 'heddle.example', 'selvedge.example', 'warp.example', 'weft.example'],
      }),
    );
  });

  it('a text filter suggests values of its column while one is typed', async () => {
    const { lists } = serveTable({ name: 'investors' });
    const asked: (string | null)[] = [];
    apiServer.use(
      answer(tableEndpoints.investors.suggest, ({ url }) => {
        asked.push(url.searchParams.get('filter'), url.searchParams.get('q'));
        return [{ id: 'Porto', name: 'Porto' }];
      }),
    );
    const { person } = renderApp('/table/investors');
    await screen.findByText('Name 1');
    await person.type(await fieldOf(person, 'City'), 'po');
    await person.click(await screen.findByRole('option', { name: 'Porto' }));
    expect(asked.slice(-2)).toEqual(['city', 'po']);
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ city: ['Porto'] }));
  });

  it('the first match is marked, Enter takes it and empties the field, and Backspace takes the last value away', async () => {
    serveTable({ name: 'companies' });
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    const chips = within(screen.getByRole('region', { name: 'Filters' }));
    await person.click(chips.getByRole('button', { name: 'Country' }));
    // Nothing is waited for: the field has the focus, and its list is open.
    const field = screen.getByRole('combobox', { name: 'Country' });
    expect(field).toHaveFocus();
    expect(screen.getAllByRole('option').length).toBeGreaterThan(1);
    await person.keyboard('ger');
    expect(screen.getByRole('option', { name: 'Germany' })).toHaveClass('Mui-focused');
    await person.keyboard('{Enter}');
    expect(field).toHaveValue('');
    await person.keyboard('norx{Backspace}w{Enter}fra{Enter}');
    await waitFor(() => expect(location()).toContain('country=France,Germany,Norway&'));
    // The one chosen last, not the last of the alphabet.
    await person.keyboard('{Backspace}');
    await waitFor(() => expect(location()).toContain('country=Germany,Norway&'));
    // What is chosen is not taken away by typing it again.
    await person.keyboard('ger{Enter}');
    expect(field).toHaveValue('');
    await person.keyboard('germ');
    expect(screen.getByText('Already chosen')).toBeVisible();
    await person.clear(field);
    // Enter in the empty field closes it.
    await person.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Country: Germany, Norway' })).toHaveFocus();
    expect(location()).toContain('country=Germany,Norway&');
  });

  it('a list in which everything matches has its first entry marked, too', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(answer(listTags, () => ({ data: [{ tag: 'Warm', count: 2 }], total: 1 }) as never));
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await openFilter(person, 'My tags');
    await screen.findByRole('option', { name: 'Warm' });
    await person.keyboard('w');
    expect(screen.getByRole('option', { name: 'Warm' })).toHaveClass('Mui-focused');
  });

  it('Enter before the suggestions are there takes the first of them', async () => {
    const { lists } = serveTable({ name: 'investors' });
    apiServer.use(answer(tableEndpoints.investors.suggest, () => [{ id: 'Porto', name: 'Porto' }]));
    const { person } = renderApp('/table/investors');
    await screen.findByText('Name 1');
    await person.type(await fieldOf(person, 'City'), 'po{Enter}');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ city: ['Porto'] }));
    expect(screen.getByRole('combobox', { name: 'City' })).toHaveValue('');
  });

  it('a chip writes up to three values out, and counts the others', async () => {
    serveTable({ name: 'companies' });
    renderApp('/table/companies?country=Germany,France,Norway,Japan,Portugal&region=Asia,Europe');
    await screen.findByText('Name 1');
    expect(screen.getByRole('button', { name: 'Country: France, Germany, Japan +2' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Region: Asia, Europe' })).toBeVisible();
  });

  it('a range filter shows its label and its exact meaning', async () => {
    const { lists } = serveTable({ name: 'reddit-posts' });
    const { person } = renderApp('/table/reddit-posts');
    await screen.findByText('Title 1');
    await person.click(await fieldOf(person, 'Score'));
    const option = await screen.findByRole('option', { name: '10-50' });
    await person.hover(option);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('10 to 20');
    await person.click(option);
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ score: ['10-20'] }));
  });

  it('days are sent as calendar days', async () => {
    const { lists } = serveTable({ name: 'reddit-posts' });
    const { person } = renderApp('/table/reddit-posts?posted_after=2026-01-31&posted_before=2026-02-28');
    await person.click(await screen.findByRole('button', { name: 'Posted Date: Jan 31, 2026 – Feb 28, 2026' }));
    expect(await screen.findByRole('textbox', { name: 'Posted Date from' })).toHaveValue('01/31/2026');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ posted_after: ['2026-01-31'], posted_before: ['2026-02-28'] }));
  });
});

describe('a filter that looks values up', () => {
  beforeEach(() => signInForTest());

  it('a lookup is sent after a pause and only for a text, and the chosen value filters', async () => {
    const { lists } = serveTable({ name: 'shopify' });
    const asked: (string | null)[] = [];
    apiServer.use(
      answer(searchTopics, ({ url }) => {
        asked.push(url.searchParams.get('q'));
        return [{ id: 'wool-yarn', name: 'Wool & yarn' }];
      }),
    );
    const { person } = renderApp('/table/shopify');
    await screen.findByText('Merchant name 1');
    const field = await fieldOf(person, 'Topic');
    await person.type(field, 'wool');
    await person.click(await screen.findByRole('option', { name: 'Wool & yarn' }));
    expect(asked.at(-1)).toBe('wool');
    expect(asked).not.toContain('');
    await waitFor(() => expect(filtersIn(lists.at(-1))).toEqual({ topics: ['wool-yarn'] }));
    expect(within(boxOf(field)).getByText('Wool & yarn')).toBeVisible();
    await person.type(field, 'x');
    await person.clear(field);
    expect(await screen.findByText('Type to search')).toBeVisible();
  });

  it('a lookup accepts a list inside data as well', async () => {
    serveTable({ name: 'reddit-posts' });
    apiServer.use(
      http.get('/api/v1/reddit/search/subreddit', () => HttpResponse.json({ data: [{ id: 7, name: 'handweaving' }] })),
    );
    const { person } = renderApp('/table/reddit-posts');
    await screen.findByText('Title 1');
    await person.type(await fieldOf(person, 'Subreddit'), 'hand');
    expect(await screen.findByRole('option', { name: 'handweaving' })).toBeVisible();
  });

  it('a failed lookup is logged and offers nothing', async () => {
    serveTable({ name: 'reddit-posts' });
    apiServer.use(http.get('/api/v1/reddit/search/subreddit', () => HttpResponse.json({}, { status: 500 })));
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { person } = renderApp('/table/reddit-posts');
    await screen.findByText('Title 1');
    await person.type(await fieldOf(person, 'Subreddit'), 'hand');
    expect(await screen.findByText('Nothing found')).toBeVisible();
    expect(log).toHaveBeenCalledWith('[leadloom] Suggestions could not be loaded.', expect.anything());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('values from the address are shown by name', async () => {
    serveTable({ name: 'reddit-posts' });
    const asked: string[][] = [];
    apiServer.use(
      answer(searchSubreddits, ({ url }) => {
        asked.push(url.searchParams.getAll('ids'));
        return [{ id: 't5_1', name: 'handweaving' }];
      }),
    );
    const { person } = renderApp('/table/reddit-posts?subreddit=t5_1,t5_gone');
    await person.click(await screen.findByRole('button', { name: /^Subreddit:/ }));
    const field = await screen.findByRole('combobox', { name: 'Subreddit' });
    expect(await within(boxOf(field)).findByText('handweaving')).toBeVisible();
    expect(asked).toEqual([['t5_1', 't5_gone']]);
  });
});
