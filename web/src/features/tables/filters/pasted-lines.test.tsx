import { getPastedMatch, type MatchLine, type MatchResult, pasteLines } from '@leadloom/shared/contract/match';
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import type { TableName } from '@leadloom/shared/tables/tables';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

const updated = '2026-03-31T09:00:00.000Z';

/** `row-7.example` is row 7; a name is found by itself alone; `twins.example` could be two. */
function resultOf(row: number, { domain = '', name = '' }: MatchLine): MatchResult {
  const shown = { name: 'Row', country: null, site: null };
  const id = /^row-(\d+)/.exec(domain)?.[1];
  if (id !== undefined) return { row, id: Number(id), by: 'domain', found: shown, candidates: [] };
  const several = domain.startsWith('twins') ? [31, 32] : name.startsWith('Known') ? [41] : [];
  const by = name === '' ? ('domain' as const) : ('name' as const);
  return { row, id: null, by: null, found: null, candidates: several.map((each) => ({ id: each, ...shown, by })) };
}

describe('lines pasted onto a table', () => {
  let lists: readonly RowList[];
  let sent: number;

  beforeAll(loadTableScreens);
  beforeEach(() => {
    signInForTest();
    sessionStorage.clear();
    [lists, sent] = [[], 0];
    apiServer.use(
      answer(listRowLists, () => ({ data: [...lists], total: lists.length })),
      answer(pasteLines, ({ body: { table, rows } }) => {
        sent += 1;
        const data = rows.map((row, at) => resultOf(at, row));
        return { id: 70 + sent, table, lines: rows.length, count: data.filter(({ id }) => id !== null).length, data };
      }),
    );
  });

  const paste = (text: string, target: Element = document.body) =>
    fireEvent.paste(target, { clipboardData: { getData: () => text } });
  const filters = () => within(screen.getByRole('region', { name: 'Filters' }));
  async function open(name: TableName = 'companies', address = '') {
    const served = serveTable({ name });
    const app = renderApp(`/table/${name}${address}`);
    await screen.findByRole('grid');
    await waitFor(() => expect(served.lists.length).toBeGreaterThan(0));
    return { ...served, ...app };
  }
  const requestedLast = (urls: readonly URL[]) => filtersIn(urls.at(-1));

  it('they filter it, together with the other filters, and a chip says how many were found', async () => {
    const { lists: asked, person, location } = await open('companies', '?country=Norway&page=2');
    paste('row-7.example\nnobody.example\nrow-8.example');
    await filters().findByRole('button', { name: 'Pasted 3 · 2 found' });
    await waitFor(() => expect(requestedLast(asked)).toEqual({ country: ['Norway'], list: ['71'] }));
    expect(location()).toBe('/table/companies?country=Norway&list=71&page=1&per_page=10');
    expect(screen.queryByRole('link', { name: 'Alert me' })).not.toBeInTheDocument();
    await person.click(filters().getByRole('button', { name: 'Clear Pasted lines' }));
    await waitFor(() => expect(requestedLast(asked)).toEqual({ country: ['Norway'] }));
    expect(filters().getByRole('button', { name: 'List' })).toBeVisible();
  });

  it('the chip shows what was not found, and leads to the screen that matches lists, with the lines', async () => {
    const { person } = await open();
    paste('row-7.example\nnobody.example\ntwins.example');
    await person.click(await filters().findByRole('button', { name: 'Pasted 3 · 1 found' }));
    const field = within(await screen.findByRole('dialog', { name: 'Pasted lines' }));
    expect(await field.findByText('3 lines pasted, 1 row found.')).toBeVisible();
    expect(within(field.getByRole('list', { name: 'Not found (1)' })).getByText('nobody.example')).toBeVisible();
    expect(within(field.getByRole('list', { name: 'Several possible (1)' })).getByText('twins.example')).toBeVisible();
    await person.click(field.getByRole('link', { name: 'Open in Match my list' }));
    expect(await screen.findByLabelText('Your list')).toHaveValue('row-7.example\nnobody.example\ntwins.example');
    expect(screen.getByRole('combobox', { name: 'Table' })).toHaveValue('companies');
  });

  it('a name that one row alone has counts as found, and is said to be', async () => {
    apiServer.use(
      answer(pasteLines, ({ body: { table, rows } }) => {
        const data = rows.map((row, at) => resultOf(at, row));
        return { id: 71, table, lines: rows.length, count: 1, data };
      }),
    );
    const { person } = await open();
    paste('Known Works\nNobody Ltd');
    await person.click(await filters().findByRole('button', { name: 'Pasted 2 · 1 found' }));
    expect(await screen.findByText('2 lines pasted, 1 row found, 1 by name only.')).toBeVisible();
  });

  it('after a reload the chip is the same, also where the lines are gone', async () => {
    apiServer.use(
      answer(getPastedMatch, ({ params }) => ({ id: Number(params.list_id), table: 'companies' as const, lines: 37, count: 31 })),
    );
    const { person, lists: asked } = await open('companies', '?list=71');
    expect(requestedLast(asked)).toEqual({ list: ['71'] });
    await person.click(await filters().findByRole('button', { name: 'Pasted 37 · 31 found' }));
    expect(await screen.findByText('The lines themselves are only in the tab in which they were pasted.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Remove this filter' }));
    await waitFor(() => expect(requestedLast(asked)).toEqual({}));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('five pasted lines are kept as a list with three presses', async () => {
    const { person, location } = await open();
    apiServer.use(
      answer(changeRowList, ({ params, body }) => {
        const list = {
          id: Number(params.list_id),
          name: body.name ?? '',
          table: 'companies' as const,
          count: 5,
          note: '',
          updated_at: updated,
        };
        lists = [list];
        return list;
      }),
    );
    // The first press is Ctrl+V.
    paste([1, 2, 3, 4, 5].map((row) => `row-${row}.example`).join('\n'));
    await person.click(await filters().findByRole('button', { name: 'Pasted 5 · 5 found' }));
    await waitFor(() => expect(screen.getByLabelText('New list')).toHaveFocus());
    await person.keyboard('Q1 outreach{Enter}');
    await filters().findByRole('button', { name: 'List: Q1 outreach' });
    expect(await screen.findByText('Q1 outreach has 5 rows.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(location()).toBe('/table/companies?list=71&page=1&per_page=10');
    expect(screen.getByRole('link', { name: 'Alert me' })).toBeVisible();
  });

  it('a name that is taken is refused, and nothing is lost', async () => {
    const { person } = await open();
    apiServer.use(
      answer(changeRowList, () => {
        throw refuse('ROW_LIST.NAME_TAKEN');
      }),
    );
    paste('row-1.example');
    await person.click(await filters().findByRole('button', { name: 'Pasted 1 · 1 found' }));
    await person.type(await screen.findByLabelText('New list'), 'Taken{Enter}');
    expect(await screen.findByText('You already have a list with this name.')).toBeVisible();
    expect(screen.getByLabelText('New list')).toHaveValue('Taken');
  });

  it('what is no list is refused with a sentence, and the table stays', async () => {
    const { lists: asked, person, location } = await open();
    paste('The quick brown fox jumps over the lazy dog and then it rests for a while under a tree.');
    await screen.findByText('This text is not a list. Paste one address or name per line.');
    const many = Array.from({ length: 1_001 }, (_, line) => `row-${line}.example`).join('\n');
    paste(many);
    await screen.findByText(/You pasted 1,001 lines. A table takes up to 1,000 at once/);
    expect(sent).toBe(0);
    expect(requestedLast(asked)).toEqual({});
    await person.click(screen.getByRole('button', { name: 'Match my list' }));
    await waitFor(() => expect(location()).toBe('/match?table=companies'));
    expect(await screen.findByRole('button', { name: 'Match 1,001 lines' })).toBeVisible();
  });

  it('a table that is not matched says so', async () => {
    await open('reddit-posts');
    paste('row-7.example');
    await screen.findByText('Reddit Posts cannot be found by pasted lines.');
    expect(sent).toBe(0);
  });

  it('text that is pasted into a field stays there', async () => {
    const { person } = await open();
    await person.click(filters().getByRole('button', { name: 'Search' }));
    paste('row-7.example', await screen.findByRole('searchbox', { name: 'Search' }));
    // An open popover takes it as well, wherever the focus is.
    paste('row-7.example');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toBe(0);
  });

  it('a failure is said, and the table stays', async () => {
    const { lists: asked } = await open();
    apiServer.use(
      answer(pasteLines, () => {
        throw refuse('AUTH.SUBSCRIPTION_REQUIRED');
      }),
    );
    paste('row-7.example');
    await screen.findByText(/requires a running trial/);
    expect(requestedLast(asked)).toEqual({});
  });
});
