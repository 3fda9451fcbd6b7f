import { type RowList, rowListSchema } from '@leadloom/shared/contract/my-rows';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInForTest } from '../../testing/render-app.tsx';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { ApiError } from '../api-client/api-error.ts';
import { saveOverOthers, useSaveConflict } from './save-over-others.ts';

const base: RowList = {
  id: 4,
  name: 'Prospects',
  table: 'companies',
  count: 3,
  note: '',
  updated_at: '2026-03-31T09:00:00.000Z',
};
const theirs: RowList = { ...base, name: 'Fintech prospects', updated_at: '2026-03-31T09:05:00.000Z' };

function refusal(current: unknown): ApiError {
  return new ApiError({ status: 409, code: 'WORKSPACE.CHANGED_MEANWHILE', current });
}

/** A list at a server, which refuses what is based on an older state. */
function keep(stored: RowList) {
  const sent: object[] = [];
  let kept = stored;
  const save = (change: Partial<RowList>) =>
    saveOverOthers({
      what: 'list',
      base,
      change,
      schema: rowListSchema,
      describe: ({ name, note }) => [
        { label: 'Name', text: name },
        { label: 'Note', text: note },
      ],
      send: async (basedOn) => {
        sent.push(basedOn);
        if (basedOn.based_on !== undefined && basedOn.based_on < kept.updated_at) throw refusal(kept);
        kept = { ...kept, ...change, updated_at: '2026-03-31T09:10:00.000Z' };
        return kept;
      },
    });
  return { save, sent, kept: () => kept };
}

async function conflict() {
  await expect.poll(() => useSaveConflict.getState()).not.toBeNull();
  const shown = useSaveConflict.getState();
  if (shown === null) throw new Error('Nothing is compared.');
  return shown;
}

describe('saves over others', () => {
  beforeEach(() => void signInToWorkspace());

  it('a save names the state that it was made from', async () => {
    const server = keep(base);
    expect(await server.save({ name: 'Leads' })).toMatchObject({ isMine: true, kept: { name: 'Leads' } });
    expect(server.sent).toEqual([{ based_on: base.updated_at }]);
  });

  it('a save in a personal workspace names nothing, and nothing is compared', async () => {
    signInForTest('999');
    const server = keep(theirs);
    await server.save({ name: 'Leads' });
    expect(server.sent).toEqual([{}]);
    expect(useSaveConflict.getState()).toBeNull();
  });

  it('both versions are shown where somebody else saved meanwhile, and nothing is saved until one is chosen', async () => {
    const server = keep(theirs);
    const saving = server.save({ name: 'Leads' });
    const { what, parts, choose } = await conflict();
    expect(what).toBe('list');
    expect(parts).toEqual([
      { label: 'Name', mine: 'Leads', theirs: 'Fintech prospects', isChanged: true },
      { label: 'Note', mine: '', theirs: '', isChanged: false },
    ]);
    expect(server.kept()).toBe(theirs);
    choose('mine');
    expect(await saving).toMatchObject({ isMine: true, kept: { name: 'Leads' } });
    expect(server.sent.at(-1)).toEqual({ based_on: theirs.updated_at });
  });

  it('theirs stays where it is chosen', async () => {
    const server = keep(theirs);
    const saving = server.save({ name: 'Leads' });
    (await conflict()).choose('theirs');
    expect(await saving).toEqual({ isMine: false, kept: theirs });
    expect(server.kept()).toBe(theirs);
  });

  it('a save of another part says what somebody else changed, and would keep it', async () => {
    const server = keep(theirs);
    const saving = server.save({ note: 'Call in May' });
    const { parts, choose } = await conflict();
    expect(parts).toEqual([
      { label: 'Name', mine: 'Fintech prospects', theirs: 'Fintech prospects', isChanged: true },
      { label: 'Note', mine: 'Call in May', theirs: '', isChanged: false },
    ]);
    choose('mine');
    await saving;
    expect(server.kept()).toMatchObject({ name: 'Fintech prospects', note: 'Call in May' });
  });

  it('a save is refused where neither is chosen', async () => {
    const server = keep(theirs);
    const saving = server.save({ name: 'Leads' });
    (await conflict()).choose('neither');
    await expect(saving).rejects.toMatchObject({ code: 'WORKSPACE.CHANGED_MEANWHILE' });
  });

  it('nothing is compared where only the rows of a list changed', async () => {
    const server = keep({ ...base, count: 4, updated_at: theirs.updated_at });
    expect(await server.save({ name: 'Leads' })).toMatchObject({ isMine: true, kept: { name: 'Leads', count: 4 } });
    expect(useSaveConflict.getState()).toBeNull();
  });

  it('another refusal is passed on, and so is one that does not say what is kept', async () => {
    for (const error of [new ApiError({ status: 409, code: 'ROW_LIST.NAME_TAKEN' }), refusal(undefined), refusal({ id: 4 })]) {
      const saving = saveOverOthers({
        what: 'list',
        base,
        change: {},
        schema: rowListSchema,
        describe: () => [],
        send: () => Promise.reject(error),
      });
      await expect(saving).rejects.toBe(error);
    }
  });
});
