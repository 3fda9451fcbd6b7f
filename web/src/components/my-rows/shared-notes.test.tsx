import {
  addRowNote,
  changeRowNote,
  deleteRowNote,
  listRowNotes,
  type StoredEntryNote,
} from '@leadloom/shared/contract/my-row-changes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';

import { useMe } from '../../lib/account/use-me.ts';
import { answer, on } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { changedMeanwhile, signInToWorkspace } from '../../testing/shared-workspace.ts';
import { Themed } from '../../testing/themed.tsx';
import { Snackbars } from '../snackbars.tsx';
import { ConflictDialog } from '../workspace/conflict-dialog.tsx';
import { RowNotes } from './row-notes.tsx';

const mine: StoredEntryNote = {
  id: 1,
  text: 'Call in May',
  author: 'ada@example.com',
  created_at: '2026-03-31T09:00:00.000Z',
  updated_at: '2026-03-31T09:00:00.000Z',
};
const theirs: StoredEntryNote = { ...mine, id: 2, text: 'Met at the fair', author: 'kim@example.com' };

function Screen() {
  const { data } = useMe();
  return data === undefined ? null : <RowNotes table="companies" id={7} />;
}

describe('notes of a shared workspace', () => {
  let notes: StoredEntryNote[];

  beforeEach(() => {
    notes = [mine, theirs];
    apiServer.use(
      answer(listRowNotes, () => ({ data: [...notes], total: notes.length })),
      answer(addRowNote, () => mine),
      answer(deleteRowNote, () => undefined),
      on('PATCH', '/api/v1/notes/:note_id', async ({ request, params }) => {
        const { based_on: basedOn, text } = changeRowNote.body.parse(await request.json());
        const kept = notes.find(({ id }) => id === Number(params.note_id)) ?? mine;
        if (basedOn !== undefined && basedOn < kept.updated_at) return changedMeanwhile(kept);
        const next = { ...kept, text, updated_at: '2026-03-31T10:00:00.000Z' };
        notes = notes.map((note) => (note.id === next.id ? next : note));
        return Response.json(next);
      }),
    );
  });

  async function show(...member: Parameters<typeof signInToWorkspace>) {
    signInToWorkspace(...member);
    render(
      <Themed>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>
            <Screen />
            <ConflictDialog />
            <Snackbars />
          </MemoryRouter>
        </QueryClientProvider>
      </Themed>,
    );
    await screen.findByText('Met at the fair');
    const [own, other] = screen.getAllByRole('article', { name: 'Note' });
    if (own === undefined || other === undefined) throw new Error('Notes are missing.');
    return { person: userEvent.setup(), own: within(own), other: within(other) };
  }

  it('each note names its author, and a member changes only their own', async () => {
    const { own, other } = await show();
    expect(own.getByText(/ada@example\.com, /)).toBeVisible();
    expect(other.getByText(/kim@example\.com, /)).toBeVisible();
    expect(own.getByRole('button', { name: 'Change' })).toBeVisible();
    expect(other.queryByRole('button')).toBeNull();
  });

  it('an admin changes the notes of others', async () => {
    const { other } = await show({ role: 'admin' });
    expect(other.getByRole('button', { name: 'Change' })).toBeVisible();
    expect(other.getByRole('button', { name: 'Delete' })).toBeVisible();
  });

  it('a viewer reads notes and writes none', async () => {
    const { own } = await show({ role: 'viewer' });
    expect(own.queryByRole('button')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'New note' })).toBeDisabled();
  });

  it('both texts are shown where a note was changed meanwhile, and what was written stays in the field', async () => {
    const { person, own } = await show();
    await person.click(own.getByRole('button', { name: 'Change' }));
    const field = screen.getByRole('textbox', { name: 'Change the note' });
    await person.type(field, ' or June');
    notes = [{ ...mine, text: 'Call in April', updated_at: '2026-03-31T09:30:00.000Z' }, theirs];
    await person.click(screen.getByRole('button', { name: 'Save note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed this note' }));
    expect(dialog.getByRole('row', { name: 'Note Call in May or June Call in April' })).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field).toHaveValue('Call in May or June');
    await person.click(screen.getByRole('button', { name: 'Save note' }));
    await person.click(await screen.findByRole('button', { name: 'Save mine anyway' }));
    expect(await screen.findByText('Call in May or June')).toBeVisible();
  });

  it('who keeps the other text can still copy their own', async () => {
    const { person, own } = await show();
    await person.click(own.getByRole('button', { name: 'Change' }));
    await person.type(screen.getByRole('textbox', { name: 'Change the note' }), ' or June');
    notes = [{ ...mine, text: 'Call in April', updated_at: '2026-03-31T09:30:00.000Z' }, theirs];
    await person.click(screen.getByRole('button', { name: 'Save note' }));
    await person.click(await screen.findByRole('button', { name: 'Keep theirs' }));
    expect(await screen.findByText('Call in April')).toBeVisible();
    expect(await screen.findByText('Theirs is kept, and yours is not saved.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Copy mine' }));
    expect(await screen.findByText('Yours was copied.')).toBeVisible();
    await expect(navigator.clipboard.readText()).resolves.toBe('Call in May or June');
  });
});
