/** Views, lists, tags and notes where two members, an admin and a viewer share a workspace, and a stranger looks on. */
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Caller, callApi, type Method } from '../../testing/call-api.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKey } from '../keys/keys.service.ts';

const STATE = { filters: {}, columns: [], sort: null, order: null, per_page: null };
const VIEW = { table: 'companies', name: 'Norway', state: STATE, is_default: false };

describe('what members of a workspace make', () => {
  let server: TestServer;
  let workspace: SharedWorkspace;
  let accounts: Record<'owner' | 'kim' | 'lee' | 'viewer' | 'stranger', TestAccount>;
  let kim: Caller;
  let lee: Caller;
  let owner: Caller;
  let viewer: Caller;
  let stranger: Caller;
  let companies: number[];

  const call = (as: Caller, method: Method, path: string, payload?: object) => callApi(server, as, method, path, payload);
  const codeOf = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    return status < 400 ? status : body.code;
  };
  const addView = async (as: Caller, more: object = {}) => {
    const made = await call(as, 'POST', '/table-views', { ...VIEW, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const addList = async (as: Caller, more: object = {}) => {
    const made = await call(as, 'POST', '/lists', { name: 'To call', table: 'companies', ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const namesOf = async (as: Caller, path: string): Promise<string[]> =>
    (await call(as, 'GET', path)).body.data.map(({ name }: { name: string }) => name);
  const activity = async () => {
    const { rows } = await server.database.execute<{ action: string; target: string }>(
      sql`select action, target from workspace_activity where workspace_id = ${workspace.id} order by id`,
    );
    return rows.map(({ action, target }) => `${action} ${target}`);
  };

  beforeAll(async () => {
    server = await startTestServer();
    const account = () => createVerifiedAccount(server);
    accounts = {
      owner: await account(),
      kim: await account(),
      lee: await account(),
      viewer: await account(),
      stranger: await account(),
    };
    workspace = await createSharedWorkspace(server, accounts.owner, [
      { account: accounts.kim, role: 'member' },
      { account: accounts.lee, role: 'member' },
      { account: accounts.viewer, role: 'viewer' },
    ]);
    const as = (who: TestAccount) => ({ headers: workspace.headersOf(who) });
    [owner, kim, lee] = [as(accounts.owner), as(accounts.kim), as(accounts.lee)];
    [viewer, stranger] = [as(accounts.viewer), as(accounts.stranger)];
    const rows = Array.from({ length: 4 }, (_, at) => ({ name: `Company ${at}` }));
    companies = await addRows(server.database, tableByName('companies'), rows);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['table_views', 'row_lists', 'row_notes', 'row_tags', 'workspace_activity'])
      await server.database.execute(sql.raw(`delete from ${table}`));
    await server.database.execute(sql`update my_row_versions set version = version + 1`);
  });

  it('a private view is its author’s alone, and others are answered as if there were none', async () => {
    const view = await addView(kim, { is_pinned: true, chart: { by: ['country'], measure: 'count' } });
    expect(view).toMatchObject({ visibility: 'private', created_by: accounts.kim.email, is_own: true });
    const path = `/table-views/${view.id}`;
    for (const other of [lee, owner, viewer]) {
      expect(await namesOf(other, '/table-views?table=companies')).toEqual([]);
      for (const list of ['/table-view-names', '/pinned-charts', '/pins']) expect(await namesOf(other, list)).toEqual([]);
      expect(await codeOf(call(other, 'GET', path))).toBe('VIEW.NOT_FOUND');
    }
    // Neither does the link lead around the workspace.
    for (const { headers } of Object.values(accounts))
      expect(await codeOf(call({ headers }, 'GET', path))).toBe('VIEW.NOT_FOUND');
    for (const other of [lee, owner]) {
      expect(await codeOf(call(other, 'PATCH', path, { name: 'Mine' }))).toBe('VIEW.NOT_FOUND');
      expect(await codeOf(call(other, 'PATCH', path, { visibility: 'workspace' }))).toBe('VIEW.NOT_FOUND');
      expect(await codeOf(call(other, 'PUT', path, { name: 'Mine', state: STATE, is_default: false }))).toBe('VIEW.NOT_FOUND');
      expect(await codeOf(call(other, 'DELETE', path))).toBe('VIEW.NOT_FOUND');
      const visit = { table: 'companies', view_id: view.id };
      expect(await codeOf(call(other, 'PUT', '/visits', visit))).toBe('VIEW.NOT_FOUND');
    }
    expect(await codeOf(call(stranger, 'GET', path))).toBe('WORKSPACE.NOT_FOUND');
    expect(await codeOf(call(kim, 'PUT', '/visits', { table: 'companies', view_id: view.id }))).toBe(200);
    expect(await namesOf(kim, '/pinned-charts')).toEqual(['Norway']);
    expect(await activity()).toEqual([]);
  });

  it('a shared view is read by all, changed by members, and made private by its author and admins alone', async () => {
    const { id } = await addView(kim);
    const path = `/table-views/${id}`;
    expect((await call(kim, 'PATCH', path, { visibility: 'workspace' })).body).toMatchObject({ visibility: 'workspace' });
    for (const other of [lee, owner, viewer])
      expect((await call(other, 'GET', path)).body).toMatchObject({
        name: 'Norway',
        created_by: accounts.kim.email,
        is_own: true,
      });
    expect((await call(lee, 'PATCH', path, { name: 'Oslo' })).body).toMatchObject({
      name: 'Oslo',
      created_by: accounts.kim.email,
    });
    expect(await codeOf(call(viewer, 'PATCH', path, { name: 'Mine' }))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(lee, 'PATCH', path, { visibility: 'private' }))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(lee, 'PATCH', path, { is_default: true }))).toBe('REQUEST.INVALID');
    expect((await call(owner, 'PATCH', path, { visibility: 'private' })).body).toMatchObject({ visibility: 'private' });
    expect(await codeOf(call(owner, 'GET', path))).toBe('VIEW.NOT_FOUND');
    expect((await call(kim, 'GET', path)).body).toMatchObject({ name: 'Oslo', visibility: 'private' });
    await call(kim, 'PATCH', path, { visibility: 'workspace' });
    expect(await codeOf(call(viewer, 'DELETE', path))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(lee, 'DELETE', path))).toBe(204);
    expect(await activity()).toEqual([
      'shared view “Norway”',
      'unshared view “Oslo”',
      'shared view “Oslo”',
      'deleted view “Oslo”',
    ]);
  });

  it('the default view is its author’s, and a save by somebody else leaves it', async () => {
    const shared = await addView(kim, { is_default: true, visibility: 'workspace' });
    const own = await addView(lee, { name: 'Mine', is_default: true });
    expect((await call(lee, 'GET', `/table-views/${shared.id}`)).body.is_default).toBe(false);
    const saved = { name: 'Norway', state: STATE, is_default: false };
    expect(await codeOf(call(lee, 'PUT', `/table-views/${shared.id}`, saved))).toBe(200);
    expect((await call(kim, 'GET', `/table-views/${shared.id}`)).body.is_default).toBe(true);
    expect((await call(lee, 'GET', `/table-views/${own.id}`)).body.is_default).toBe(true);
  });

  it('names are free beside private ones of others, and not beside shared ones', async () => {
    const [ofKim, ofLee] = [await addView(kim), await addView(lee)];
    const [list] = [await addList(kim), await addList(lee)];
    expect(await codeOf(call(kim, 'PATCH', `/table-views/${ofKim.id}`, { visibility: 'workspace' }))).toBe(200);
    expect(await codeOf(call(lee, 'PATCH', `/table-views/${ofLee.id}`, { visibility: 'workspace' }))).toBe('VIEW.NAME_TAKEN');
    expect(await codeOf(call(kim, 'PATCH', `/lists/${list.id}`, { visibility: 'workspace' }))).toBe(200);
    const again = { name: 'to CALL', table: 'companies', visibility: 'workspace' };
    expect(await codeOf(call(lee, 'POST', '/lists', again))).toBe('ROW_LIST.NAME_TAKEN');
    expect(await codeOf(call(lee, 'POST', '/lists', { ...again, visibility: 'private' }))).toBe('ROW_LIST.NAME_TAKEN');
    expect(await codeOf(call(owner, 'POST', '/lists', { ...again, visibility: 'private' }))).toBe(201);
  });

  it('what was refused for its name is no activity', async () => {
    await addView(kim, { visibility: 'workspace' });
    await addList(kim, { visibility: 'workspace' });
    const [view, list] = [await addView(lee), await addList(lee)];
    const before = await activity();
    const shared = { visibility: 'workspace' };
    expect(await codeOf(call(lee, 'POST', '/table-views', { ...VIEW, ...shared }))).toBe('VIEW.NAME_TAKEN');
    expect(await codeOf(call(lee, 'PATCH', `/table-views/${view.id}`, shared))).toBe('VIEW.NAME_TAKEN');
    expect(await codeOf(call(lee, 'POST', '/lists', { name: 'To call', table: 'companies', ...shared }))).toBe(
      'ROW_LIST.NAME_TAKEN',
    );
    expect(await codeOf(call(lee, 'PATCH', `/lists/${list.id}`, shared))).toBe('ROW_LIST.NAME_TAKEN');
    expect(await activity()).toEqual(before);
  });

  it('a view that names a private list is not shared before the list is, and the refusal names it', async () => {
    const { id } = await addList(kim);
    const states = [
      { ...STATE, filters: { list: String(id) } },
      { ...STATE, filters: { list_not: String(id) } },
      { ...STATE, filters: { where: `country = "Norway" or list(${id})` } },
    ];
    const refused = {
      status: 409,
      body: {
        code: 'VIEW.PRIVATE_LIST',
        message: 'This view filters by the list “To call”, which is private. Share the list first, or take it out of the view.',
      },
    };
    for (const state of states) {
      const shared = { ...VIEW, state, visibility: 'workspace' };
      expect(await call(kim, 'POST', '/table-views', shared)).toMatchObject(refused);
      const { id: view } = await addView(kim, { state });
      const path = `/table-views/${view}`;
      expect(await call(kim, 'PATCH', path, { visibility: 'workspace' })).toMatchObject(refused);
      // What is changed together with the visibility counts.
      expect(await codeOf(call(kim, 'PATCH', path, { visibility: 'workspace', state: STATE }))).toBe(200);
      expect(await call(kim, 'PATCH', path, { state })).toMatchObject(refused);
      expect(await call(kim, 'PUT', path, { name: 'Norway', state, is_default: false })).toMatchObject(refused);
      expect(await codeOf(call(kim, 'DELETE', path))).toBe(204);
    }
    const [state] = states;
    await call(kim, 'PATCH', `/lists/${id}`, { visibility: 'workspace' });
    const view = await addView(kim, { state, visibility: 'workspace' });
    expect(await codeOf(call(lee, 'GET', `/table/companies?list=${id}`))).toBe(200);
    // Whoever opens the view after the list became private reads why it finds nothing.
    await call(kim, 'PATCH', `/lists/${id}`, { visibility: 'private' });
    for (const list of [id, 999_999_999])
      expect(await call(lee, 'GET', `/table/companies?list=${list}`)).toMatchObject({
        status: 404,
        body: {
          code: 'ROW_LIST.NOT_FOUND',
          message: 'This list does not exist, or another member of this workspace keeps it private.',
        },
      });
    expect(await codeOf(call(lee, 'PATCH', `/table-views/${view.id}`, { name: 'Oslo' }))).toBe(200);
    const alone = await call({ headers: accounts.lee.headers }, 'GET', '/table/companies?list=999999999');
    expect(alone.body.message).toBe('This list does not exist.');
  });

  it('rows that somebody pasted are no filter of a shared view', async () => {
    const pasted = await call(kim, 'POST', '/match/pasted', { table: 'companies', rows: [{ name: 'Company 1' }] });
    expect(pasted.status, JSON.stringify(pasted.body)).toBeLessThan(300);
    const state = { ...STATE, filters: { list: String(pasted.body.id) } };
    expect(await call(kim, 'POST', '/table-views', { ...VIEW, state, visibility: 'workspace' })).toMatchObject({
      body: {
        code: 'VIEW.PRIVATE_LIST',
        message:
          'This view filters by pasted or counted rows, which only you see. Make a list of them and share it, or take them out of the view.',
      },
    });
  });

  it('a private list marks and finds rows for its author alone, whatever was answered before', async () => {
    const { id } = await addList(kim, { is_pinned: undefined });
    const path = `/lists/${id}`;
    expect(await codeOf(call(kim, 'POST', `${path}/rows`, { ids: companies.slice(0, 2) }))).toBe(200);
    await call(kim, 'PATCH', path, { is_pinned: true });
    const found = async (as: Caller) => {
      const { status, body } = await call(as, 'GET', `/table/companies?list=${id}&include_total=true`);
      return status === 200 ? body.total : body.code;
    };
    const marks = async (as: Caller) =>
      (await call(as, 'GET', '/table/companies')).body.data.flatMap(({ my }: { my: { lists: number[] } }) => my.lists);
    for (let round = 0; round < 2; round++) {
      expect(await found(kim)).toBe(2);
      expect(await marks(kim)).toEqual([id, id]);
      for (const other of [lee, owner, viewer]) {
        expect(await found(other)).toBe('ROW_LIST.NOT_FOUND');
        expect(await marks(other)).toEqual([]);
      }
    }
    const where = encodeURIComponent(`list(${id})`);
    expect(await codeOf(call(lee, 'GET', `/table/companies?where=${where}`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(lee, 'GET', `/table/companies/total?list=${id}`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(lee, 'GET', `/table/companies/export?list=${id}`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(lee, 'POST', '/tags', { table: 'companies', tags: ['warm'], filters: { list: String(id) } }))).toBe(
      'ROW_LIST.NOT_FOUND',
    );
    for (const other of [lee, owner]) {
      for (const query of ['', '?table=companies', `?table=companies&row=${companies[0]}`])
        expect(await namesOf(other, `/lists${query}`)).toEqual([]);
      expect(await namesOf(other, '/pins')).toEqual([]);
      expect(await codeOf(call(other, 'PATCH', path, { name: 'Mine' }))).toBe('ROW_LIST.NOT_FOUND');
      expect(await codeOf(call(other, 'POST', `${path}/rows`, { ids: companies }))).toBe('ROW_LIST.NOT_FOUND');
      expect(await codeOf(call(other, 'DELETE', `${path}/rows`, { ids: companies }))).toBe('ROW_LIST.NOT_FOUND');
      expect(await codeOf(call(other, 'DELETE', path))).toBe('ROW_LIST.NOT_FOUND');
    }
    expect(await codeOf(call(kim, 'PATCH', path, { visibility: 'workspace' }))).toBe(200);
    expect(await found(lee)).toBe(2);
    expect(await marks(viewer)).toEqual([id, id]);
    expect(await namesOf(viewer, '/pins')).toEqual(['To call']);
    expect(await codeOf(call(viewer, 'POST', `${path}/rows`, { ids: companies }))).toBe('WORKSPACE.ROLE_MISSING');
    expect((await call(lee, 'POST', `${path}/rows`, { ids: companies })).body).toMatchObject({ count: 4 });
    expect(await codeOf(call(lee, 'PATCH', path, { visibility: 'private' }))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(owner, 'PATCH', path, { visibility: 'private' }))).toBe(200);
    expect(await found(owner)).toBe('ROW_LIST.NOT_FOUND');
    expect(await found(lee)).toBe('ROW_LIST.NOT_FOUND');
    expect(await marks(lee)).toEqual([]);
    expect(await found(kim)).toBe(4);
    expect(await activity()).toEqual(['shared list “To call”', 'unshared list “To call”']);
  });

  it('keys see what the members who made them see, and an answer to one is never unchanged for the other', async () => {
    const { id } = await addList(kim);
    await call(kim, 'POST', `/lists/${id}/rows`, { ids: companies });
    const keyOf = async ({ email }: TestAccount) => {
      const maker = { accountId: await accountIdOf(server, email), workspaceId: workspace.id };
      return `Bearer ${(await createKey(server.platform, maker)).api_key}`;
    };
    const [ofKim, ofLee] = [await keyOf(accounts.kim), await keyOf(accounts.lee)];
    const get = (authorization: string, path: string, tag?: string) =>
      server.app.inject({ url: `/api/v1${path}`, headers: { authorization, ...(tag && { 'if-none-match': tag }) } });
    const first = await get(ofKim, '/table/companies');
    expect(first.json().data[0].my.lists).toEqual([id]);
    const other = await get(ofLee, '/table/companies', String(first.headers.etag));
    expect([other.statusCode, other.json().data?.[0].my.lists]).toEqual([200, []]);
    expect((await get(ofLee, `/table/companies?list=${id}`)).json().code).toBe('ROW_LIST.NOT_FOUND');
    expect((await get(ofKim, '/table/companies', String(first.headers.etag))).statusCode).toBe(304);
  });

  it('a deleted list is restored by whoever saw it', async () => {
    const [own, shared] = [await addList(kim), await addList(kim, { name: 'All', visibility: 'workspace' })];
    expect(await codeOf(call(kim, 'DELETE', `/lists/${own.id}`))).toBe(204);
    expect(await codeOf(call(lee, 'DELETE', `/lists/${shared.id}`))).toBe(204);
    expect(await namesOf(lee, '/lists?deleted=true')).toEqual(['All']);
    expect((await namesOf(kim, '/lists?deleted=true')).sort()).toEqual(['All', 'To call']);
    expect(await codeOf(call(lee, 'POST', `/lists/${own.id}/restore`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(lee, 'DELETE', `/lists/${own.id}?deleted=true`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(viewer, 'POST', `/lists/${shared.id}/restore`))).toBe('WORKSPACE.ROLE_MISSING');
    expect((await call(lee, 'POST', `/lists/${shared.id}/restore`)).body).toMatchObject({ created_by: accounts.kim.email });
    expect(await activity()).toEqual(['shared list “All”', 'deleted list “All”']);
  });

  it('rows found for pasted lines are whoever’s who pasted them, and shared once they have a name', async () => {
    const pasted = await call(kim, 'POST', '/match/pasted', { table: 'companies', rows: [{ name: 'Company 1' }] });
    expect(pasted.status, JSON.stringify(pasted.body)).toBe(201);
    const { id } = pasted.body;
    expect(await codeOf(call(lee, 'GET', `/match/pasted/${id}`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(lee, 'GET', `/table/companies?list=${id}`))).toBe('ROW_LIST.NOT_FOUND');
    expect(await codeOf(call(kim, 'PATCH', `/lists/${id}`, { visibility: 'workspace' }))).toBe('REQUEST.INVALID');
    expect(await codeOf(call(kim, 'PATCH', `/lists/${id}`, { name: 'Found', visibility: 'workspace' }))).toBe(200);
    expect(await namesOf(lee, '/lists')).toEqual(['Found']);
    expect(await activity()).toEqual(['shared list “Found”']);
  });

  it('notes are read by all, and changed by their author and admins alone', async () => {
    const on = `/table/companies/${companies[0]}/notes`;
    const note = (await call(kim, 'POST', on, { text: 'Called.' })).body;
    expect(note.author).toBe(accounts.kim.email);
    for (const other of [lee, viewer, owner])
      expect((await call(other, 'GET', on)).body.data).toMatchObject([{ text: 'Called.', author: accounts.kim.email }]);
    const path = `/notes/${note.id}`;
    expect(await codeOf(call(viewer, 'POST', on, { text: 'Me, too.' }))).toBe('WORKSPACE.ROLE_MISSING');
    for (const other of [lee, viewer]) {
      expect(await codeOf(call(other, 'PATCH', path, { text: 'Mine' }))).toBe('WORKSPACE.ROLE_MISSING');
      expect(await codeOf(call(other, 'DELETE', path))).toBe('WORKSPACE.ROLE_MISSING');
    }
    expect((await call(owner, 'PATCH', path, { text: 'Called twice.' })).body).toMatchObject({ author: accounts.kim.email });
    const stale = await call(kim, 'PATCH', path, { text: 'Mailed.', based_on: note.updated_at });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'WORKSPACE.CHANGED_MEANWHILE', current: { id: note.id, text: 'Called twice.' } },
    });
    await server.database.execute(sql`update row_notes set created_by = 999999999`);
    expect((await call(kim, 'GET', on)).body.data).toMatchObject([{ author: 'a former member' }]);
    expect(await codeOf(call(kim, 'DELETE', path))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(owner, 'DELETE', path))).toBe(204);
  });

  it('taking back what was put on a list leaves the notes of others', async () => {
    const { id } = await addList(kim, { visibility: 'workspace' });
    const { addition } = (await call(kim, 'POST', `/lists/${id}/rows`, { ids: companies.slice(0, 1), note: 'By Kim.' })).body;
    expect(await codeOf(call(lee, 'DELETE', `/lists/${id}/rows`, { addition }))).toBe(200);
    expect((await call(kim, 'GET', `/table/companies/${companies[0]}/notes`)).body.total).toBe(1);
  });

  it('a save that was made from an older state is refused with the stored one, and nothing is overwritten', async () => {
    const view = await addView(kim, { visibility: 'workspace' });
    const list = await addList(kim, { visibility: 'workspace' });
    for (const [path, made] of [
      [`/table-views/${view.id}`, view],
      [`/lists/${list.id}`, list],
    ]) {
      const first = await call(lee, 'PATCH', path, { name: 'By Lee', based_on: made.updated_at });
      expect(first.status).toBe(200);
      expect(new Date(first.body.updated_at) > new Date(made.updated_at)).toBe(true);
      const late = await call(kim, 'PATCH', path, { name: 'By Kim', based_on: made.updated_at });
      expect(late).toMatchObject({ status: 409, body: { code: 'WORKSPACE.CHANGED_MEANWHILE', current: first.body } });
      expect((await call(kim, 'PATCH', path, { name: 'By Kim', based_on: late.body.current.updated_at })).status).toBe(200);
      expect((await call(lee, 'PATCH', path, { name: 'Without looking' })).status).toBe(200);
    }
  });

  it.each(['views', 'lists', 'notes'] as const)(
    'of saves of %s at the same time, made from the same state, one is stored and the others are told of it',
    async (kind) => {
      const on = `/table/companies/${companies[0]}/notes`;
      const made = {
        views: async () => ['/table-views', await addView(owner, { visibility: 'workspace' }), 'name'] as const,
        lists: async () => ['/lists', await addList(owner, { visibility: 'workspace' }), 'name'] as const,
        notes: async () => ['/notes', (await call(owner, 'POST', on, { text: 'First' })).body, 'text'] as const,
      };
      const [path, { id, updated_at: basedOn }, field] = await made[kind]();
      const who = kind === 'notes' ? [owner, owner, owner] : [kim, lee, owner];
      const answers = await Promise.all(
        who.map((as, at) => call(as, 'PATCH', `${path}/${id}`, { [field]: `Save ${at}`, based_on: basedOn })),
      );
      const stored = answers.filter(({ status }) => status === 200);
      expect(stored).toHaveLength(1);
      for (const { status, body } of answers)
        if (status !== 200) expect(body).toMatchObject({ code: 'WORKSPACE.CHANGED_MEANWHILE', current: stored[0]?.body });
    },
  );

  it('many members who share, rename, fill and delete lists at the same time wait for each other without an end', async () => {
    const lists = await Promise.all(
      [kim, lee, owner].map((as, at) => addList(as, { name: `List ${at}`, visibility: 'workspace' })),
    );
    const changes = lists.flatMap(({ id }, at) =>
      [kim, lee, owner].flatMap((as) => [
        call(as, 'POST', `/lists/${id}/rows`, { ids: companies }),
        call(as, 'PATCH', `/lists/${id}`, { name: `Renamed ${at}` }),
        call(as, 'PATCH', `/lists/${id}`, { is_pinned: true, visibility: 'workspace' }),
        call(as, 'DELETE', `/lists/${id}/rows`, { ids: companies.slice(0, 1) }),
      ]),
    );
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('the private list of somebody who left becomes the admin’s who makes it private', async () => {
    const { id } = await addList(kim, { visibility: 'workspace' });
    await server.database.execute(sql`update row_lists set created_by = 999999999`);
    expect((await call(lee, 'GET', '/lists')).body.data).toMatchObject([{ created_by: 'a former member' }]);
    expect(await codeOf(call(lee, 'PATCH', `/lists/${id}`, { visibility: 'private' }))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(owner, 'PATCH', `/lists/${id}`, { visibility: 'private' }))).toBe(200);
    expect(await namesOf(owner, '/lists')).toEqual(['To call']);
    expect(await namesOf(kim, '/lists')).toEqual([]);
  });

  it('in a personal workspace, nobody is named, and the link to a view opens it as before', async () => {
    const own: Caller = { headers: accounts.kim.headers };
    const view = await addView(own);
    const list = await addList(own);
    expect([view.created_by, list.created_by]).toEqual([null, null]);
    expect((await call({ headers: accounts.stranger.headers }, 'GET', `/table-views/${view.id}`)).body).toMatchObject({
      is_own: false,
      created_by: null,
    });
    expect((await call(lee, 'GET', `/table-views/${view.id}`)).body).toMatchObject({ is_own: false });
    expect(await codeOf(call(lee, 'PATCH', `/table-views/${view.id}`, { name: 'Mine' }))).toBe('VIEW.NOT_FOUND');
    expect(await namesOf(kim, '/lists')).toEqual([]);
    expect((await call(own, 'PATCH', `/lists/${list.id}`, { visibility: 'workspace' })).body).toMatchObject({ created_by: null });
    expect(await activity()).toEqual([]);
  });
});
