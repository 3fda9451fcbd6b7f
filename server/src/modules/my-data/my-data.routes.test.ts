import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { fillTables } from '../../testing/fill-tables.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { listSections } from './data-sections.ts';

/** The column that names the account a row belongs to, where it is another than `account_id`. */
const owners: Readonly<Record<string, string>> = { invites: 'created_by', workspace_invites: 'invited_by' };
const ownerOf = (table: string) => owners[table] ?? 'account_id';

/**
 * Hashes that live for minutes and say nothing of a person, files that operators import, which live for a day, and counters
 * of a shared workspace and of what its CRMs have.
 */
const passing: readonly string[] = ['oidc_flows', 'import_uploads', 'workspace_versions', 'crm_record_versions'];
/** Every account has a row in them from registration on. */
const fromRegistration: readonly string[] = ['accounts', 'workspaces', 'workspace_members'];

describe('the download of one’s own data', () => {
  let server: TestServer;
  const download = ({ headers }: TestAccount) => server.app.inject({ url: '/api/v1/my-data', headers });
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the download is a named JSON file that is never cached', async () => {
    const account = await createVerifiedAccount(server);
    const answer = await download(account);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="leadloom_my_data.json"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({
      written_at: server.clock.now().toISOString(),
      accounts: [{ email: account.email }],
      sessions: [{ revoked_at: null }],
      api_keys: [],
      linkedin_profiles: [],
    });
  });

  it('every table that can contain data of an account is read', async () => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    const { tables } = await fillTables(server, accountId);
    const read = listSections(server.platform, accountId).flatMap((section) => section.tables.map(getTableName));
    expect(tables.length).toBeGreaterThan(14);
    const expected = [...tables.filter((name) => !passing.includes(name)), ...fromRegistration];
    expect([...new Set(read)].sort()).toEqual(expected.sort());
  });

  it('the file has every row and text once, and nothing of another account', async () => {
    const [account, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const accountId = await accountIdOf(server, account.email);
    const { tables, mark } = await fillTables(server, accountId);
    const otherFill = await fillTables(server, await accountIdOf(server, other.email));
    const { body, ...answer } = await download(account);
    const file = answer.json();
    expect(body).not.toContain(otherFill.mark);
    expect(body).not.toContain(other.email);
    const inside = [
      ...passing,
      'row_list_rows',
      'scheduled_export_destinations',
      'scheduled_export_parts',
      'linkedin_experiences',
      'linkedin_educations',
      'alert_members',
    ];
    for (const table of tables.filter((name) => !inside.includes(name))) {
      const { rows } = await server.database.execute(
        sql`select count(*)::int as found from ${sql.identifier(table)} where ${sql.identifier(ownerOf(table))} = ${accountId}`,
      );
      expect(file[table], table).toHaveLength(Number(rows[0]?.found));
    }
    expect(file.linkedin_profiles).toMatchObject([
      {
        full_name: `${mark} full_name`,
        experiences: [{ title: `${mark} title` }],
        educations: [{ school_name: `${mark} school_name` }],
      },
    ]);
    const { rows } = await server.database.execute(
      sql`select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and data_type in ('text', 'jsonb') and is_generated = 'NEVER' and table_name <> 'accounts'
          -- Bytes of what is in the other tables.
          and table_name <> 'account_storage'
          -- It has the id of a key instead of a text of its own.
          and (table_name, column_name) <> ('agent_confirmations', 'key_id')
          -- A row of it is made at registration.
          and table_name <> 'workspace_members'
          and table_name in (select table_name from information_schema.columns where column_name = 'account_id' and is_nullable = 'NO')`,
    );
    for (const { table, column } of rows)
      expect(JSON.stringify(file[String(table)]), `${table}.${column}`).toContain(`${mark} ${column}`);
  });

  it('the file has no hashes and no secrets', async () => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    await fillTables(server, accountId);
    await server.database.execute(sql`update accounts set totp_secret = 'canary secret' where id = ${accountId}`);
    const { body } = await download(account);
    // The form in which the database writes bytes.
    expect(body).not.toContain('\\\\x');
    expect(body).not.toMatch(/argon2|hash|secret/);
  });

  it('an account downloads one file at a time: while one is read, another is refused', async () => {
    const [account, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => download(account)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ status: 429, code: 'RATE.LIMITED' });
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect((await download(other)).statusCode).toBe(200);
    await expect.poll(async () => (await download(account)).statusCode).toBe(200);
  });

  it('rows that are large come in small batches, each row once', async () => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    await server.database.execute(sql`insert into linkedin_companies (account_id, company_id, name)
      select ${accountId}, lpad(n::text, 4, '0'), repeat('x', case when n % 100 < 30 then 60000 else 10 end) from generate_series(1, 100) n`);
    const section = listSections(server.platform, accountId).find(({ name }) => name === 'linkedin_companies');
    const sizes: number[] = [];
    const ids: unknown[] = [];
    for await (const batch of section?.rows ?? []) {
      sizes.push(Buffer.byteLength(batch.join()));
      ids.push(...batch.map((row) => JSON.parse(row).company_id));
    }
    expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1).padStart(4, '0')));
    // The row that exceeds the limit is the last of its batch.
    expect(Math.max(...sizes)).toBeLessThan((256 + 64) * 1024);
    expect(sizes.length).toBeLessThan(20);
  });

  it('memory use depends on the batch size and not on the file', async () => {
    const account = await createVerifiedAccount(server);
    const accountId = await accountIdOf(server, account.email);
    await server.database.execute(
      sql`insert into linkedin_companies (account_id, company_id, name) select ${accountId}, n::text, 'Company ' || n from generate_series(1, 1234) n`,
    );
    const section = listSections(server.platform, accountId).find(({ name }) => name === 'linkedin_companies');
    const sizes: number[] = [];
    for await (const batch of section?.rows ?? []) sizes.push(batch.length);
    expect(sizes).toEqual([500, 500, 234]);
    const { linkedin_companies: companies } = (await download(account)).json();
    expect(new Set(companies.map(({ company_id: id }: { company_id: string }) => id)).size).toBe(1234);
  });
});
