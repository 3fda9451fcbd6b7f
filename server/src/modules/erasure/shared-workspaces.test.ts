import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { emptyCollector } from '../../testing/empty-collector.ts';
import { personAnswer } from '../../testing/linkedin-answers.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openSuppressionKey } from '../suppression/suppression-key.service.ts';
import { loadSuppressionList } from '../suppression/suppressions.service.ts';
import { eraseNow } from './erase-now.service.ts';

const PROFILE = 'https://www.linkedin.com/in/maren-holt';
const EMAIL = 'maren@nordlys.example';
const maren = { memberId: 'ACoAAMaren01', slug: 'maren-holt', firstName: 'Maren', lastName: 'Holt', email: EMAIL };

describe('erasing somebody from workspaces that are shared', () => {
  let server: TestServer;
  let kim: TestAccount;
  let lee: TestAccount;
  let stranger: TestAccount;
  let shared: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    kim = await createVerifiedAccount(server);
    lee = await createVerifiedAccount(server);
    stranger = await createVerifiedAccount(server);
    shared = await createSharedWorkspace(server, kim, [{ account: lee, role: 'member' }]);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    await server.database.execute(sql`truncate erasures, suppressions, people cascade`);
  });

  type Headers = Readonly<Record<string, string>>;
  const post = (headers: Headers, path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
  const collect = async (headers: Headers, person = maren) => {
    const p1 = personAnswer(person);
    return (await post(headers, '/parse/profile', { content: { url: PROFILE, p1 } })).statusCode;
  };
  const queue = async (headers: Headers, ...slugs: readonly string[]) => {
    const users = slugs.map((slug) => ({ id: randomUUID(), url: `https://www.linkedin.com/in/${slug}` }));
    return (await post(headers, '/linkedin/jobs/users', { users })).json();
  };
  const erase = () => eraseNow({ ...server.platform, mailQueue: null }, { profile_url: PROFILE }, { isDryRun: false });
  const entries = async () => {
    const { rows } = await server.database.execute<{ account_id: string; profile_key: string }>(
      sql`select account_id, profile_key from collector_rows order by account_id, profile_key`,
    );
    return rows.map(({ account_id: id, profile_key: key }) => [Number(id), key]);
  };
  const isListed = async (email: string, workspaceId?: WorkspaceId) => {
    const { database, secrets } = server.platform;
    return (await loadSuppressionList(database, await openSuppressionKey(database, secrets))).holds(
      { emails: [email] },
      workspaceId,
    );
  };

  it('the person leaves the workspace and the queues of all members, and is not brought back by any of them', async () => {
    for (const member of [kim, lee]) await queue(member.headers, 'maren-holt', 'aldo-brink');
    expect(await collect(shared.headersOf(kim))).toBe(200);
    const { profiles, entries: touched } = await erase();
    expect({ profiles, touched }).toEqual({ profiles: 1, touched: 2 });
    const ids = [await accountIdOf(server, kim.email), await accountIdOf(server, lee.email)];
    expect(await entries()).toEqual(ids.map((id) => [id, 'aldo-brink']));
    for (const headers of [shared.headersOf(lee), shared.headersOf(kim), lee.headers]) {
      expect(await queue(headers, 'maren-holt')).toMatchObject({ added: 0, held_back: 1 });
      expect(await collect(headers)).toBe(403);
    }
  });

  it('one account that says the same in several workspaces is one voice', async () => {
    const forged = { ...maren, email: 'office@nordlys.example' };
    const second = await createSharedWorkspace(server, kim);
    for (const headers of [kim.headers, shared.headersOf(kim), second.headersOf(kim)])
      expect(await collect(headers, forged)).toBe(200);
    await erase();
    expect(await isListed(forged.email)).toBe(false);
    // In each of the workspaces that said so, it counts.
    for (const id of [await accountIdOf(server, kim.email), shared.id, second.id])
      expect(await isListed(forged.email, id)).toBe(true);
    expect(await isListed(forged.email, await accountIdOf(server, stranger.email))).toBe(false);
  });

  it('two accounts that say the same are believed everywhere', async () => {
    expect(await collect(shared.headersOf(lee))).toBe(200);
    expect(await collect(kim.headers)).toBe(200);
    await erase();
    expect(await isListed(EMAIL)).toBe(true);
  });

  it('what a workspace alone knows of the person finds them in the queues of its members, and in no other', async () => {
    expect(await collect(shared.headersOf(kim))).toBe(200);
    const ids = [await accountIdOf(server, lee.email), await accountIdOf(server, stranger.email)];
    for (const id of ids)
      await server.database.execute(sql`insert into collector_rows (account_id, id, url, profile_key, email)
        values (${id}, gen_random_uuid(), 'https://www.linkedin.com/in/other-page', 'other-page', ${EMAIL})`);
    await erase();
    expect(await entries()).toEqual([[ids[1], 'other-page']]);
    // What the workspace knows keeps the person out of it, whoever calls in it.
    const users = [{ id: randomUUID(), url: 'https://www.linkedin.com/in/other-page', email: EMAIL }];
    expect((await post(shared.headersOf(lee), '/linkedin/jobs/users', { users })).json()).toMatchObject({ held_back: 1 });
    expect((await post(stranger.headers, '/linkedin/jobs/users', { users })).json()).toMatchObject({ held_back: 0 });
  });
});
