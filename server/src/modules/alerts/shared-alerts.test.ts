/** Alerts where several members share a workspace: whose they are, who reads their messages, and whom their mails go to. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../mail/mailer.ts';
import { accountIdOf, createAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Caller, callApi, type Method } from '../../testing/call-api.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAlertNotifier } from './notify-alerts.ts';

describe('alerts of a shared workspace', () => {
  let server: TestServer;
  let workspace: SharedWorkspace;
  let people: Record<'owner' | 'kim' | 'lee' | 'viewer', TestAccount>;
  let owner: Caller;
  let kim: Caller;
  let lee: Caller;
  let viewer: Caller;
  let notifier: ReturnType<typeof createAlertNotifier>;

  const readRecipient = async (_: number, memberId: number) => {
    const { rows } = await server.database.execute<{ email: string }>(sql`select email from accounts where id = ${memberId}`);
    return rows[0] === undefined ? null : { email: rows[0].email, mayBeNotified: true };
  };
  const call = (as: Caller, method: Method, path: string, payload?: object) => callApi(server, as, method, path, payload);
  const codeOf = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    return status < 400 ? status : body.code;
  };
  const addAlert = async (as: Caller, more: object = {}) => {
    const content = {
      name: 'People',
      watch: { kind: 'people' },
      on: ['added', 'changed', 'removed'],
      every: 'instant',
      by: ['app', 'mail'],
    };
    const made = await call(as, 'POST', '/alerts', { ...content, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const addList = async (as: Caller, more: object = {}) => {
    const list = { name: `List ${Math.random()}`, table: 'companies', ...more };
    return (await call(as, 'POST', '/lists', list)).body.id;
  };
  const addCompany = async (): Promise<number> => {
    const { rows } = await server.database.execute<{ id: string }>(sql`
      insert into companies (name, canonical_key, source) values ('Loom Works', gen_random_uuid()::text, 'test') returning id`);
    return Number(rows[0]?.id);
  };
  const titles = async (as: Caller): Promise<string[]> =>
    (await call(as, 'GET', '/alerts/messages?per_page=100')).body.data.map(({ title }: { title: string }) => title);
  /** The emails of those whose mails wait. */
  const mailed = async () => {
    const { rows } = await server.database.execute<{ email: string }>(
      sql`select account.email from mails join accounts account on mails.share = 'bulk ' || account.id order by mails.id`,
    );
    return rows.map(({ email }) => email);
  };

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
    const account = () => createAccount(server);
    people = { owner: await account(), kim: await account(), lee: await account(), viewer: await account() };
    await server.database.execute(sql`update accounts set verified_at = now()`);
    await server.database.execute(sql`update workspaces set trial_ends_at = now() + interval '30 years'`);
    workspace = await createSharedWorkspace(server, people.owner, [
      { account: people.kim, role: 'member' },
      { account: people.lee, role: 'member' },
      { account: people.viewer, role: 'viewer' },
    ]);
    const as = (who: TestAccount) => ({ headers: workspace.headersOf(who) });
    [owner, kim, lee, viewer] = [as(people.owner), as(people.kim), as(people.lee), as(people.viewer)];
    notifier = createAlertNotifier({ platform: server.platform, readRecipient });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['alerts', 'row_lists', 'table_views', 'mails', 'workspace_activity'])
      await server.database.execute(sql.raw(`delete from ${table}`));
  });

  it('a private alert and its messages are its author’s, and a shared one’s are read by all', async () => {
    const { id, ...made } = await addAlert(kim);
    expect(made).toMatchObject({ visibility: 'private', created_by: people.kim.email, updated_at: made.created_at });
    const path = `/alerts/${id}`;
    expect(await codeOf(call(kim, 'POST', `${path}/test`))).toBe(200);
    for (const other of [lee, owner, viewer]) {
      expect((await call(other, 'GET', '/alerts')).body.total).toBe(0);
      expect(await titles(other)).toEqual([]);
    }
    const message = (await call(kim, 'GET', '/alerts/messages')).body.data[0].id;
    for (const other of [lee, owner]) {
      expect(await codeOf(call(other, 'PATCH', path, { name: 'Mine' }))).toBe('ALERT.NOT_FOUND');
      expect(await codeOf(call(other, 'DELETE', path))).toBe('ALERT.NOT_FOUND');
      expect(await codeOf(call(other, 'POST', `${path}/test`))).toBe('ALERT.NOT_FOUND');
      expect(await codeOf(call(other, 'POST', '/alerts/messages/read', { ids: [message] }))).toBe('ALERT.MESSAGE_NOT_FOUND');
      expect(await codeOf(call(other, 'POST', '/alerts/messages/read', { all: true }))).toBe(204);
    }
    expect((await call(kim, 'GET', '/alerts/messages?unread=true')).body.total).toBe(1);
    expect((await call(kim, 'PATCH', path, { visibility: 'workspace' })).body).toMatchObject({ visibility: 'workspace' });
    for (const other of [lee, owner, viewer]) expect(await titles(other)).toHaveLength(1);
    expect(await codeOf(call(lee, 'PATCH', path, { name: 'Ours' }))).toBe(200);
    expect(await codeOf(call(viewer, 'PATCH', path, { name: 'Mine' }))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(lee, 'PATCH', path, { visibility: 'private' }))).toBe('WORKSPACE.ROLE_MISSING');
    expect(await codeOf(call(lee, 'POST', '/alerts/messages/read', { ids: [message] }))).toBe(204);
    expect((await call(kim, 'GET', '/alerts/messages?unread=true')).body.total).toBe(0);
    expect(await mailed()).toEqual([people.kim.email]);
    expect(await codeOf(call(owner, 'PATCH', path, { visibility: 'private' }))).toBe(200);
    expect(await titles(owner)).toEqual([]);
    expect(await codeOf(call(kim, 'DELETE', path))).toBe(204);
    const { rows: noted } = await server.database.execute(sql`select action, target from workspace_activity order by id`);
    expect(noted).toEqual([
      { action: 'shared', target: 'alert “People”' },
      { action: 'unshared', target: 'alert “Ours”' },
    ]);
  });

  it('a mail leads into the workspace, and one of a personal workspace names none', async () => {
    const personal: Caller = { headers: people.kim.headers };
    const queued: Mail[] = [];
    const { platform } = server;
    const mailQueue = { ...platform.mailQueue, enqueue: async (_: unknown, mail: Mail) => void queued.push(mail) };
    const { mailAccount } = createAlertNotifier({ platform: { ...platform, mailQueue }, readRecipient });
    for (const as of [kim, personal]) await call(as, 'POST', `/alerts/${(await addAlert(as, { by: ['app', 'mail'] })).id}/test`);
    await server.database.execute(sql`update alert_messages set is_mail_due = true`);
    await mailAccount(workspace.id);
    await mailAccount(await accountIdOf(server, people.kim.email));
    expect(queued.map(({ text }) => /alerts\?message=\d+(\S*)/.exec(text)?.[1])).toEqual([`&workspace=${workspace.id}`, '']);
  });

  it('a save made from an older state is refused with the stored alert, also of several at the same time', async () => {
    const { id, updated_at: basedOn } = await addAlert(kim, { visibility: 'workspace' });
    const save = (as: Caller, name: string) => call(as, 'PATCH', `/alerts/${id}`, { name, based_on: basedOn });
    const answers = await Promise.all([save(kim, 'By Kim'), save(lee, 'By Lee'), save(owner, 'By the owner')]);
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ code: 'WORKSPACE.CHANGED_MEANWHILE', current: stored[0]?.body });
  });

  it('members who make alerts at the same time all have theirs', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `Alert ${at}`);
    const made = await Promise.all(names.map((name, at) => addAlert([owner, kim, lee][at % 3] ?? owner, { name })));
    expect(made.map(({ name }) => name)).toEqual(names);
  });

  it('an alert watches what its author sees, and ends once they see it no longer', async () => {
    const list = await addList(kim, { visibility: 'workspace' });
    const { id: alert } = await addAlert(lee, { name: 'Watched', watch: { kind: 'list', id: list } });
    await notifier.notifyInstantly();
    await call(kim, 'POST', `/lists/${list}/rows`, { ids: [await addCompany()] });
    await notifier.notifyInstantly();
    expect(await titles(lee)).toHaveLength(1);
    expect(await mailed()).toEqual([people.lee.email]);
    await call(kim, 'PATCH', `/lists/${list}`, { visibility: 'private' });
    await notifier.notifyInstantly();
    await call(kim, 'POST', `/lists/${list}/rows`, { ids: [await addCompany()] });
    await notifier.notifyInstantly();
    expect((await call(lee, 'GET', '/alerts')).body.data).toMatchObject([{ id: alert, state: 'ended' }]);
    expect(await titles(lee)).toHaveLength(2);
  });

  it('an alert on a view ends once its author may not open it any more', async () => {
    const state = { filters: {}, columns: [], sort: null, order: null, per_page: null };
    const view = { table: 'companies', name: 'All', state, is_default: false, visibility: 'workspace' };
    const { id } = (await call(kim, 'POST', '/table-views', view)).body;
    await addAlert(lee, { watch: { kind: 'view', id } });
    await addAlert(kim, { watch: { kind: 'view', id } });
    await call(kim, 'PATCH', `/table-views/${id}`, { visibility: 'private' });
    await notifier.notifyInstantly();
    expect((await call(lee, 'GET', '/alerts')).body.data).toMatchObject([{ state: 'ended' }]);
    expect((await call(kim, 'GET', '/alerts')).body.data).toMatchObject([{ state: 'active' }]);
    const again = { name: 'Again', watch: { kind: 'view', id }, on: ['added'], every: 'instant', by: ['app'] };
    expect(await codeOf(call(lee, 'POST', '/alerts', again))).toBe('ALERT.NOTHING_TO_WATCH');
  });

  it('nobody makes a shared alert watch what they do not see, nor what its author does not see', async () => {
    const { id } = await addAlert(kim, { visibility: 'workspace' });
    const [ofKim, ofLee] = [await addList(kim), await addList(lee)];
    for (const list of [ofKim, ofLee])
      expect(await codeOf(call(lee, 'PATCH', `/alerts/${id}`, { watch: { kind: 'list', id: list } }))).toBe(
        'ALERT.NOTHING_TO_WATCH',
      );
    expect(await codeOf(call(kim, 'PATCH', `/alerts/${id}`, { watch: { kind: 'list', id: ofKim } }))).toBe(200);
  });

  it('an alert that was handed over sees the lists of its new author, and mails them', async () => {
    const list = await addList(kim);
    await addAlert(kim, { name: 'Watched', watch: { kind: 'list', id: list } });
    await server.database.execute(
      sql`update alerts set created_by = (select id from accounts where email = ${people.owner.email})`,
    );
    await server.database.execute(
      sql`update row_lists set created_by = (select id from accounts where email = ${people.owner.email})`,
    );
    await call(owner, 'POST', `/lists/${list}/rows`, { ids: [await addCompany()] });
    await notifier.notifyInstantly();
    expect(await titles(owner)).toHaveLength(1);
    expect(await mailed()).toEqual([people.owner.email]);
  });
});
