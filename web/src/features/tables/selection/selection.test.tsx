import {
  addListRows,
  addRowNote,
  createRowList,
  getRowTags,
  type KeptNote,
  listRowLists,
  listRowNotes,
  listTags,
  type RowList,
  setRowTags,
} from '@leadloom/shared/contract/my-rows';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

const at = '2026-03-31T09:00:00.000Z';

/** Lists, tags and notes as a server keeps them. */
function serveMyRows() {
  const lists: RowList[] = [{ id: 4, name: 'Prospects', table: 'companies', count: 2, updated_at: at }];
  const added: unknown[] = [];
  const tags = new Map<number, string[]>([[1, ['Warm']]]);
  const notes: KeptNote[] = [];
  apiServer.use(
    answer(listRowLists, () => ({ data: lists, total: lists.length })),
    answer(createRowList, ({ body }) => {
      const list = { id: 5, name: body.name, table: body.table, count: 0, updated_at: at };
      lists.push(list);
      return list;
    }),
    answer(addListRows, ({ params, body }) => {
      added.push({ list: Number(params.list_id), ...body });
      const list = lists.find(({ id }) => id === Number(params.list_id));
      if (list === undefined) throw new Error('no such list');
      return { ...list, count: list.count + (body.ids?.length ?? 25) };
    }),
    answer(listTags, () => ({ data: [{ tag: 'Warm', count: 1 }], total: 1 })),
    answer(getRowTags, ({ params }) => ({ tags: tags.get(Number(params.id)) ?? [] })),
    answer(setRowTags, ({ params, body }) => {
      tags.set(Number(params.id), body.tags);
      return { tags: body.tags };
    }),
    answer(listRowNotes, () => ({ data: [...notes], total: notes.length })),
    answer(addRowNote, ({ body }) => {
      const note = { id: 9, text: body.text, author: 'reader@leadloom.example', created_at: at, updated_at: at };
      notes.unshift(note);
      return note;
    }),
  );
  return { added, tags, notes };
}

describe('what can be done with selected rows', () => {
  beforeEach(() => signInForTest());

  async function select(...numbers: readonly number[]) {
    serveTable({ name: 'companies' });
    const { person } = renderApp('/table/companies');
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
    expect(await screen.findByText('Prospects now has 4 rows.')).toBeVisible();
  });

  it('a name and Enter put all rows that match on a new list', async () => {
    const server = serveMyRows();
    const person = await select(1);
    await person.click(await screen.findByRole('button', { name: 'Add all 25 to list' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to list' });
    await person.type(within(dialog).getByLabelText('New list'), 'Everything{Enter}');
    await waitFor(() => expect(server.added).toEqual([{ list: 5, filters: {} }]));
  });

  it('tags are added to those that rows have', async () => {
    const server = serveMyRows();
    const person = await select(1, 2);
    await person.click(screen.getByRole('button', { name: 'Tag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 2 rows' }));
    await person.type(dialog.getByLabelText('Tags'), 'Oslo{Enter}');
    await person.click(dialog.getByRole('button', { name: 'Add tags' }));
    await waitFor(() => expect(server.tags.get(2)).toEqual(['Oslo']));
    expect(server.tags.get(1)).toEqual(['Warm', 'Oslo']);
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
