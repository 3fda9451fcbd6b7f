import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const LIMIT = 3;

describe('names that a workspace tracks', () => {
  let server: TestServer;
  let owner: TestAccount;
  let admin: TestAccount;
  let kim: TestAccount;
  let noor: TestAccount;
  let viewer: TestAccount;
  let workspace: SharedWorkspace;
  const call = (account: TestAccount, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: workspace.headersOf(account),
      ...(payload === undefined ? {} : { payload }),
    });
  const track = (account: TestAccount, ...names: string[]) => call(account, 'POST', '/tiktok/track-users', { unique_ids: names });
  const namesOf = async (account: TestAccount, headers = workspace.headersOf(account)) => {
    const answer = await server.app.inject({ url: '/api/v1/tiktok/track-users', headers });
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json<{ data: { unique_id: string }[] }>().data.map(({ unique_id: id }) => id);
  };

  beforeAll(async () => {
    server = await startTestServer({ environment: { TIKTOK_TRACK_LIMIT: String(LIMIT) } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    owner = await createVerifiedAccount(server);
    admin = await createVerifiedAccount(server);
    kim = await createVerifiedAccount(server);
    noor = await createVerifiedAccount(server);
    viewer = await createVerifiedAccount(server);
    workspace = await createSharedWorkspace(server, owner, [
      { account: admin, role: 'admin' },
      { account: kim, role: 'member' },
      { account: noor, role: 'member', rights: ['export'] },
      { account: viewer, role: 'viewer' },
    ]);
  });

  it('a name is tracked once, noted with the member who began, and seen by all members', async () => {
    expect((await track(kim, 'quiet.potter')).statusCode).toBe(200);
    expect((await track(admin, 'quiet.potter', 'loud.potter')).statusCode).toBe(200);
    for (const account of [owner, admin, kim, noor, viewer])
      expect(await namesOf(account)).toEqual(['loud.potter', 'quiet.potter']);
    expect(await namesOf(kim, { ...kim.headers })).toEqual([]);
    const { rows } = await server.database.execute(sql`
      select key, email as by from tracked_sources join sources on sources.id = source_id
      left join accounts on accounts.id = tracked_by where tracked_sources.account_id = ${workspace.id} order by key`);
    expect(rows).toEqual([
      { key: 'loud.potter', by: admin.email },
      { key: 'quiet.potter', by: kim.email },
    ]);
  });

  it('any member with the right ends the tracking; without it nobody tracks or ends', async () => {
    await track(admin, 'quiet.potter');
    for (const account of [noor, viewer]) {
      expect((await track(account, 'other')).json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
      const ended = await call(account, 'DELETE', '/tiktok/track-users', { unique_id: 'quiet.potter' });
      expect(ended.json()).toMatchObject({ code: 'WORKSPACE.RIGHT_MISSING' });
      expect((await call(account, 'POST', '/tiktok/trends/analyze', {})).json()).toMatchObject({
        code: 'WORKSPACE.RIGHT_MISSING',
      });
    }
    expect((await call(kim, 'DELETE', '/tiktok/track-users', { unique_id: 'quiet.potter' })).statusCode).toBe(204);
    expect(await namesOf(owner)).toEqual([]);
  });

  it('the limit is the workspace’s, however many members track at once', async () => {
    const answers = await Promise.all([
      track(admin, 'a.one', 'b.two'),
      track(kim, 'c.three', 'd.four'),
      track(owner, 'e.five', 'f.six'),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await namesOf(kim)).toHaveLength(2);
  });

  it('analyses and their settings are the workspace’s', async () => {
    const started = await call(kim, 'POST', '/tiktok/trends/analyze', {});
    expect(started.statusCode, started.payload).toBeLessThan(300);
    for (const account of [owner, admin, viewer]) {
      const listed = await call(account, 'GET', '/tiktok/trends/analyze');
      expect(listed.json<{ data: unknown[] }>().data).toHaveLength(1);
    }
    const alone = await server.app.inject({ url: '/api/v1/tiktok/trends/analyze', headers: kim.headers });
    expect(alone.json<{ data: unknown[] }>().data).toEqual([]);
    expect(await accountIdOf(server, kim.email)).not.toBe(workspace.id);
  });
});
