import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { tablesHolding } from '../../testing/fill-tables.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('one’s own data in workspaces that are shared', () => {
  let server: TestServer;
  let kim: TestAccount;
  let lee: TestAccount;
  let shared: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    kim = await createVerifiedAccount(server);
    lee = await createVerifiedAccount(server);
    shared = await createSharedWorkspace(server, kim, [{ account: lee, role: 'member' }], 'Northwind');
    for (const member of [kim, lee]) await writeThings(await accountIdOf(server, member.email));
  });
  afterAll(() => server.close());

  /** One thing of each kind that members make, with the id of its maker in a text. */
  async function writeThings(by: number): Promise<void> {
    const text = (what: string) => `${what} of member ${by}`;
    const { database } = server;
    await database.execute(sql`insert into row_lists (account_id, created_by, table_name, name, visibility, created_at, updated_at)
      values (${shared.id}, ${by}, 'companies', ${text('list')}, 'workspace', now(), now())`);
    await database.execute(sql`insert into row_notes (account_id, created_by, table_name, row_id, text, created_at, updated_at)
      values (${shared.id}, ${by}, 'companies', 1, ${text('note')}, now(), now())`);
    await database.execute(sql`insert into linkedin_profiles
        (account_id, collected_by, member_id, profile_key, profile_url, full_name, parser_version)
      values (${shared.id}, ${by}, ${`ACoAA${by}`}, ${`person-${by}`}, ${`https://www.linkedin.com/in/person-${by}`}, ${text('person')}, 1)`);
    await database.execute(sql`insert into workspace_activity (workspace_id, account_id, at, action, target)
      values (${shared.id}, ${by}, now(), 'exported', ${text('export')})`);
  }

  const download = async ({ headers }: TestAccount) => {
    const answer = await server.app.inject({ url: '/api/v1/my-data', headers });
    expect(answer.statusCode).toBe(200);
    return answer;
  };

  it('the file has what the account made in each of them, and nothing that others made', async () => {
    for (const [own, other] of [
      [kim, lee],
      [lee, kim],
    ] as const) {
      const [ownId, otherId] = [await accountIdOf(server, own.email), await accountIdOf(server, other.email)];
      const answer = await download(own);
      const file = answer.json();
      expect(file.shared_workspaces).toMatchObject([
        {
          id: shared.id,
          name: 'Northwind',
          role: own === kim ? 'owner' : 'member',
          row_lists: [{ name: `list of member ${ownId}` }],
          row_notes: [{ text: `note of member ${ownId}` }],
          linkedin_profiles: [{ full_name: `person of member ${ownId}`, experiences: [] }],
          table_views: [],
          alerts: [],
          webhooks: [],
          api_keys: [],
          table_exports: [],
        },
      ]);
      // What is in the personal workspace stands where it always stood.
      expect(file).toMatchObject({ row_lists: [], row_notes: [], linkedin_profiles: [] });
      expect(file.workspace_activity).toMatchObject([{ workspace_id: shared.id, target: `export of member ${ownId}` }]);
      expect(file.workspace_members).toHaveLength(2);
      expect(answer.body).not.toContain(other.email);
      expect(answer.body).not.toContain(`of member ${otherId}`);
    }
  });

  it('a workspace that the account is no member of is not in it', async () => {
    const stranger = await createVerifiedAccount(server);
    expect((await download(stranger)).json()).toMatchObject({ shared_workspaces: [] });
    const left = await createVerifiedAccount(server);
    const id = await accountIdOf(server, left.email);
    await createSharedWorkspace(server, lee, [{ account: left, role: 'member' }]);
    await writeThings(id);
    await server.database.execute(sql`delete from workspace_members where account_id = ${id} and workspace_id <> ${id}`);
    const answer = await download(left);
    expect(answer.json()).toMatchObject({ shared_workspaces: [], row_lists: [] });
    expect(answer.body).not.toContain(`note of member ${id}`);
  });

  it('once the account is deleted no table has its email, and what it wrote for others stays', async () => {
    const leaving = await createVerifiedAccount(server);
    const id = await accountIdOf(server, leaving.email);
    await server.database.execute(sql`
      insert into workspace_members (workspace_id, account_id, role, rights) values (${shared.id}, ${id}, 'member', '{}')`);
    await writeThings(id);
    const deleted = await leaving.browser.call('POST', '/delete-account', {
      bearer: leaving.accessToken,
      body: { password: leaving.password },
    });
    expect(deleted.status, JSON.stringify(deleted.body)).toBeLessThan(300);
    // A mail that says so is on its way, or was sent.
    expect((await tablesHolding(server, leaving.email)).filter((name) => name !== 'mails')).toEqual([]);
    expect(await tablesHolding(server, `of member ${id}`)).toEqual(
      ['linkedin_profiles', 'row_lists', 'row_notes', 'workspace_activity'].sort(),
    );
  });
});
