import {
  addListRows,
  addRowNote,
  createRowList,
  deleteRowList,
  getRowTags,
  listRowNotes,
  removeListRows,
  type StoredEntryNote,
  tagRows,
  untagRows,
} from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, listTags, type RowList } from '@leadloom/shared/contract/my-rows';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

const at = '2026-03-31T09:00:00.000Z';

/** Lists, tags and notes as a server keeps them. */
function serveMyRows() {
  const lists: RowList[] = [{ id: 4, name: 'Prospects', table: 'companies', count: 2, note: '', updated_at: at }];
  const added: unknown[] = [];
  const removed: unknown[] = [];
  const untagged: unknown[] = [];
  const deleted: string[] = [];
  const tagged: unknown[] = [];
  const tags = new Map<number, string[]>([[1, ['Warm']]]);
  const notes: StoredEntryNote[] = [];
  apiServer.use(
    answer(listRowLists, () => ({ data: lists, total: lists.length })),
    answer(createRowList, ({ body }) => {
      const list = { id: 5, name: body.name, table: body.table, count: 0, note: '', updated_at: at };
      lists.push(list);
      return list;
    }),
    answer(addListRows, ({ params, body }) => {
      added.push({ list: Number(params.list_id), ...body });
      const list = lists.find(({ id }) => id === Number(params.list_id));
      if (list === undefined) throw new Error('no such list');
      const count = body.ids?.length ?? 25;
      // One of several rows is on the list already.
      const known = count > 1 ? 1 : 0;
      list.count += count - known;
      return { ...list, added: count - known, already_on_it: known, addition: 7 };
    }),
    answer(removeListRows, ({ params, body }) => {
      removed.push({ list: Number(params.list_id), ...body });
      const list = lists.find(({ id }) => id === Number(params.list_id));
      if (list === undefined) throw new Error('no such list');
      const taken = body.addition === undefined ? (body.ids?.length ?? 25) : list.count;
      return { ...list, count: list.count - taken, removed: taken };
    }),
    answer(deleteRowList, ({ params, url }) => {
      deleted.push(`${params.list_id}${url.search}`);
      return undefined;
    }),
    answer(untagRows, ({ body }) => {
      untagged.push(body);
      return { rows: 1 };
    }),
    answer(listTags, () => ({ data: [{ tag: 'Warm', count: 1 }], total: 1 })),
    answer(getRowTags, ({ params }) => ({ tags: tags.get(Number(params.id)) ?? [] })),
    answer(tagRows, ({ body }) => {
      tagged.push(body);
      const rows = body.ids?.length ?? 25;
      return { rows, tagged: rows - 1, addition: 9 };
    }),
    answer(listRowNotes, () => ({ data: [...notes], total: notes.length })),
    answer(addRowNote, ({ body }) => {
      const note = { id: 9, text: body.text, author: 'reader@leadloom.example', created_at: at, updated_at: at };
      notes.unshift(note);
      return note;
    }),
  );
  return { added, removed, tagged, untagged, deleted, notes };
}

describe('what can be done with selected rows', () => {
  beforeEach(() => signInForTest());

  const select = (...numbers: readonly number[]) => selectAt('/table/companies', ...numbers);

  async function selectAt(path: string, ...numbers: readonly number[]) {
    serveTable({ name: 'companies' });
    const { person } = renderApp(path);
    for (const number of numbers) await person.click(await screen.findByRole('checkbox', { name: `Select Name ${number}` }));
    return person;
  }

  it('two presses put rows on a list', async () => {
    const server = serveMyRows();
    const person = await select(1, 2);
    await person.click(screen.getByRole('button', { name: 'Add to list' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to list' });
    await person.click(await within(dialog).findByRole('button', { name: /Prospects/ }));
    await waitFor(() => expect(server.added).toEqual([{ list: 4, ids: [1, 2] }]));
    expect(await screen.findByText('1 row added to Prospects, 1 was on it')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/lists/4');
  });

  it('Undo takes what was added off the list, and a list that was made for the rows goes with them', async () => {
    const server = serveMyRows();
    const person = await select(1, 2);
    await person.click(screen.getByRole('button', { name: 'Add to list' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to list' });
    await person.click(await within(dialog).findByRole('button', { name: /Prospects/ }));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.removed).toEqual([{ list: 4, addition: 7 }]));
    expect(await screen.findByText('3 rows taken off Prospects')).toBeVisible();
    expect(server.deleted).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Add to list' }));
    await person.type(await screen.findByLabelText('New list'), 'Mine{Enter}');
    await screen.findByText('1 row added to Mine, 1 was on it');
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 row taken off Mine, which is gone')).toBeVisible();
    expect(server.deleted).toEqual(['5', '5?deleted=true']);
  });

  it('a key leads to the message, which stays while the focus is on it, and back to where one was', async () => {
    const server = serveMyRows();
    const person = await select(1, 2);
    await person.keyboard('l');
    await person.click(await screen.findByRole('button', { name: /Prospects/ }));
    await screen.findByText('1 row added to Prospects, 1 was on it');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const before = document.activeElement;
    await person.keyboard('m');
    expect(screen.getByRole('link', { name: 'Open' })).toHaveFocus();
    await person.keyboard('{Tab}{Enter}');
    await waitFor(() => expect(server.removed).toEqual([{ list: 4, addition: 7 }]));
    expect(before).toHaveFocus();
  });

  it('L puts the selected rows on a new list, with a note on each, and E offers to export them', async () => {
    const server = serveMyRows();
    const person = await select(1, 2);
    await person.keyboard('l');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to list' }));
    await dialog.findByRole('button', { name: /Prospects/ });
    expect(dialog.getByLabelText('New list')).toHaveFocus();
    await person.keyboard('Mine{Tab}Call in May{Enter}');
    await waitFor(() => expect(server.added).toEqual([{ list: 5, ids: [1, 2], note: 'Call in May' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const asked: URL[] = [];
    apiServer.use(
      http.get('/api/v1/table/companies/export/preview', ({ request }) => {
        asked.push(new URL(request.url));
        return undefined;
      }),
    );
    await person.keyboard('e');
    expect(await screen.findByRole('dialog', { name: 'Export Companies' })).toBeVisible();
    await waitFor(() => expect(asked[0]?.searchParams.getAll('ids')).toEqual(['1', '2']));
  });

  it('a name and Enter put all rows that match on a new list', async () => {
    const server = serveMyRows();
    const person = await select(1);
    await person.click(await screen.findByRole('button', { name: 'Select all 25' }));
    expect(screen.getByText('25 selected')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Add to list' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to list' });
    await person.type(within(dialog).getByLabelText('New list'), 'Everything{Enter}');
    await waitFor(() => expect(server.added).toEqual([{ list: 5, filters: {} }]));
  });

  it('rows are removed from the list that is shown, and put back by Undo', async () => {
    const server = serveMyRows();
    const person = await selectAt('/table/companies?list=4', 1, 2);
    await person.click(await screen.findByRole('button', { name: 'Remove from list' }));
    await waitFor(() => expect(server.removed).toEqual([{ list: 4, ids: [1, 2] }]));
    expect(await screen.findByText('2 rows were removed from Prospects.')).toBeVisible();
    expect(screen.queryByText('2 selected')).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull());
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.added).toEqual([{ list: 4, ids: [1, 2] }]));
    expect(await screen.findByText('Prospects now has 3 rows.')).toBeVisible();
    expect(screen.queryByText('2 rows were removed from Prospects.')).toBeNull();
  });

  it('all rows that match are removed from the list after a question, and a table without a list offers nothing', async () => {
    const server = serveMyRows();
    const person = await selectAt('/table/companies?list=4', 1);
    await person.click(await screen.findByRole('button', { name: 'Select all 25' }));
    await person.click(await screen.findByRole('button', { name: 'Remove from list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 25 rows from Prospects?' }));
    expect(server.removed).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(server.removed).toEqual([{ list: 4, filters: { list: '4' } }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    await person.click(await screen.findByRole('button', { name: 'Clear List' }));
    await person.click(await screen.findByRole('checkbox', { name: 'Select Name 1' }));
    await screen.findByRole('button', { name: 'Add to list' });
    expect(screen.queryByRole('button', { name: 'Remove from list' })).toBeNull();
  });

  it('tags are added to those that rows have', async () => {
    const server = serveMyRows();
    const person = await select(1, 2);
    await person.click(screen.getByRole('button', { name: 'Tag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 2 rows' }));
    await waitFor(() => expect(dialog.getByLabelText('Tags')).toHaveFocus());
    await person.keyboard('Oslo{Enter}');
    await person.click(dialog.getByRole('button', { name: 'Add tags' }));
    await waitFor(() => expect(server.tagged).toEqual([{ table: 'companies', tags: ['Oslo'], ids: [1, 2] }]));
    expect(await screen.findByText('1 row tagged Oslo, 1 had it')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/table/companies?tag=Oslo');
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.untagged).toEqual([{ table: 'companies', addition: 9 }]));
    expect(await screen.findByText('1 row no longer tagged')).toBeVisible();
  });

  it('all rows that match are tagged, until one of them is deselected', async () => {
    const server = serveMyRows();
    const person = await select(1);
    await person.click(await screen.findByRole('button', { name: 'Select all 25' }));
    await person.click(screen.getByRole('button', { name: 'Tag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 25 rows' }));
    await person.type(dialog.getByLabelText('Tags'), 'Oslo{Enter}');
    await person.click(dialog.getByRole('button', { name: 'Add tags' }));
    await waitFor(() => expect(server.tagged).toEqual([{ table: 'companies', tags: ['Oslo'], filters: {} }]));
    await person.click(await screen.findByRole('checkbox', { name: 'Select Name 3' }));
    expect(screen.getByText('9 selected')).toBeVisible();
  });

  it('all rows that match are copied, up to a number that a clipboard is for', async () => {
    const text = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const person = await select(1);
    await person.click(await screen.findByRole('button', { name: 'Select all 25' }));
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('25 rows copied.')).toBeVisible();
    expect(text.mock.lastCall?.[0].split('\n')).toHaveLength(26);
  });

  it('of many rows that match, the first are copied, and a sentence says so', async () => {
    const text = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    serveTable({ name: 'companies', total: 1_250 });
    const { person } = renderApp('/table/companies');
    await person.click(await screen.findByRole('checkbox', { name: 'Select Name 1' }));
    await person.click(await screen.findByRole('button', { name: 'Select all 1,250' }));
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The first 1,000 of 1,250 rows copied. Export them to get all.')).toBeVisible();
    expect(text.mock.lastCall?.[0].split('\n')).toHaveLength(1_001);
  });

  it('selected rows are exported after a preview of their cost', async () => {
    const asked: URL[] = [];
    apiServer.use(
      http.get('/api/v1/table/companies/export/preview', ({ request }) => {
        asked.push(new URL(request.url));
        return HttpResponse.json({
          rows: 2,
          already_exported: 0,
          charged: 2,
          used: 0,
          limit: null,
          remaining: null,
          is_allowed: true,
        });
      }),
    );
    const person = await select(1, 2);
    await person.click(screen.getByRole('button', { name: 'Export selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export Companies' }));
    expect(await dialog.findByRole('button', { name: 'Export 2 rows' })).toBeEnabled();
    expect(asked[0]?.searchParams.getAll('ids')).toEqual(['1', '2']);
  });

  it('a note is written on the one selected row', async () => {
    const server = serveMyRows();
    const person = await select(1);
    await person.click(screen.getByRole('button', { name: 'Notes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags and notes' }));
    await person.type(dialog.getByLabelText('New note'), 'Call on Monday.');
    await person.click(dialog.getByRole('button', { name: 'Save note' }));
    expect(await dialog.findByText('Call on Monday.')).toBeVisible();
    expect(server.notes).toHaveLength(1);
    expect(dialog.getByLabelText('New note')).toHaveValue('');
  });
});
