import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace.ts';
import { fillTables } from '../../testing/fill-tables.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { foldChanges } from './account-storage.repository.ts';
import { storedKinds } from './storage-limits.ts';
import { uncountedTables } from './uncounted-tables.ts';

const counted = Object.values(storedKinds).flat();
/** Of the counted tables without an account of their own: the column that names the parent. */
const parents: Readonly<Record<string, readonly [key: string, parent: string]>> = {
  alert_members: ['alert_id', 'alerts'],
  linkedin_educations: ['profile_id', 'linkedin_profiles'],
  linkedin_experiences: ['profile_id', 'linkedin_profiles'],
  row_list_rows: ['list_id', 'row_lists'],
  scheduled_export_parts: ['file_id', 'scheduled_export_files'],
};

const columnSchema = z.object({ table: z.string(), column: z.string(), type: z.string() });
const usesSchema = z.array(
  z.object({ account: z.coerce.number(), table: z.string(), bytes: z.coerce.number(), rows: z.coerce.number() }),
);

describe('the ledger of stored bytes', () => {
  let server: TestServer;
  let growing: Map<string, { column: string; type: string }[]>;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
    const { rows } = await server.database.execute(sql`
      select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attlen = -1`);
    growing = Map.groupBy(z.array(columnSchema).parse(rows), ({ table }) => table);
  });
  afterAll(() => server.close());

  const readUses = async (statement: ReturnType<typeof sql>) =>
    usesSchema
      .parse((await server.database.execute(statement)).rows)
      .map(({ account, table, bytes, rows }) => `${account} ${table}: ${bytes} bytes, ${rows} rows`)
      .sort();
  const ledger = () =>
    readUses(sql`select account_id as account, table_name as table, sum(bytes) as bytes, sum(row_count) as rows
      from account_storage group by 1, 2 having sum(bytes) <> 0 or sum(row_count) <> 0`);
  /** From the rows themselves. */
  const recount = () => {
    const ofTables = counted.map((table) => {
      const [key, parent] = parents[table] ?? ['account_id', null];
      const sizes = (growing.get(table) ?? []).map(({ column, type }) =>
        type === 'text' || type === 'bytea'
          ? sql`coalesce(octet_length(one.${sql.identifier(column)}), 0)`
          : sql`coalesce(octet_length(one.${sql.identifier(column)}::text), 0)`,
      );
      const bytes = sql.join([sql`100`, ...sizes], sql` + `);
      const owner = parent === null ? sql`one.account_id` : sql`parent.account_id`;
      const joined =
        parent === null ? sql`` : sql`join ${sql.identifier(parent)} parent on parent.id = one.${sql.identifier(key)}`;
      return sql`select ${owner} as account, ${table}::text as table, sum(${bytes}) as bytes, count(*) as rows
        from ${sql.identifier(table)} one ${joined} group by 1`;
    });
    return readUses(sql.join(ofTables, sql` union all `));
  };

  it('every table that belongs to accounts is counted, or named with a reason', async () => {
    const { rows } = await server.database.execute(sql`
      with recursive owned as (
        select 'accounts'::regclass::oid as table_id
        union select c.conrelid from pg_constraint c join owned on c.confrelid = owned.table_id where c.contype = 'f'
      )
      select relname as name from pg_class where oid in (select table_id from owned) or oid in (
        select attrelid from pg_attribute join pg_class c on c.oid = attrelid
        where attname = 'account_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace)`);
    const names = rows.map(({ name }) => String(name));
    expect(names.length).toBeGreaterThan(40);
    expect([...counted, ...Object.keys(uncountedTables)].sort()).toEqual(names.sort());
  });

  it('each column of a counted table that can grow is counted', async () => {
    const { rows } = await server.database.execute(sql`
      select relname as table, (select pg_get_functiondef(tgfoid) from pg_trigger where tgrelid = c.oid and tgname = relname || '_storage_added') as text,
        (select pg_get_triggerdef(oid) from pg_trigger where tgrelid = c.oid and tgname = relname || '_storage_changed') as changed
      from pg_class c where relname = any(${sql.param(counted)}::text[]) and relnamespace = 'public'::regnamespace`);
    const missing = rows.flatMap(({ table, text, changed }) =>
      (growing.get(String(table)) ?? [])
        .filter(({ column }) => {
          const isUpdateCounted = /FOR EACH STATEMENT/.test(String(changed)) || String(changed).includes(`old.${column}`);
          return !isUpdateCounted || !String(text).includes(`octet_length(one.${column}`);
        })
        .map(({ column }) => `${table}.${column}`),
    );
    expect(rows).toHaveLength(counted.length);
    expect(missing).toEqual([]);
  });

  it('a row in every table is counted, and nothing is left of a deleted account', async () => {
    const workspaceId = await addAccount();
    const before = await ledger();
    const { tables } = await fillTables(server, workspaceId);
    expect(counted.filter((table) => !tables.includes(table))).toEqual([]);
    expect(await ledger()).toEqual(await recount());
    expect((await ledger()).filter((line) => line.startsWith(`${workspaceId} `))).toHaveLength(counted.length);
    await server.database.execute(sql`delete from accounts where id = ${workspaceId}`);
    expect(await ledger()).toEqual(before);
    const { rows } = await server.database.execute(sql`select from account_storage where account_id = ${workspaceId}`);
    expect(rows).toEqual([]);
  });

  it.each(['alerts', 'linkedin_profiles', 'row_lists', 'scheduled_exports', 'webhooks'])(
    'what is deleted with rows of %s is counted',
    async (table) => {
      const workspaceId = await addAccount();
      await fillTables(server, workspaceId);
      await server.database.execute(sql`delete from ${sql.identifier(table)} where account_id = ${workspaceId}`);
      expect(await ledger()).toEqual(await recount());
    },
  );

  it('counting tables anew changes no sum', async () => {
    const workspaceId = await addAccount();
    await fillTables(server, workspaceId);
    const before = await ledger();
    await server.database.execute(sql`update account_storage set bytes = bytes + 7`);
    for (const table of counted) {
      const [key, parent] = parents[table] ?? ['account_id', null];
      await server.database.execute(sql`select count_account_storage(${table}::regclass, ${key}, ${parent}::regclass)`);
    }
    expect(await ledger()).toEqual(before);
    expect(await ledger()).toEqual(await recount());
  });

  it('transactions of one moment, and deletions over the same accounts in any order, do not hinder each other', async () => {
    const [one, other] = [await addAccount(), await addAccount()];
    const add = (id: number, connection: Pick<TestServer['database'], 'execute'> = server.database) =>
      connection.execute(sql`insert into row_notes (account_id, table_name, row_id, text, created_at, updated_at)
        select ${id}, 'companies', n, 'A note', now(), now() from generate_series(1, 5) n`);
    await server.database.transaction(
      async (transaction) => {
        await transaction.execute(sql`select count(*) from account_storage`);
        await add(one);
        await add(one, transaction);
      },
      { isolationLevel: 'repeatable read' },
    );
    await add(other);
    const remove = (first: number, second: number) =>
      server.database.transaction(async (transaction) => {
        for (const id of [first, second])
          await transaction.execute(sql`delete from row_notes where id in (select id from row_notes where account_id = ${id}
            order by random() limit 1 for update skip locked)`);
      });
    await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? remove(one, other) : remove(other, one))));
    expect(await ledger()).toEqual(await recount());
  });

  it('whatever is inserted, changed, deleted or cascades, the ledger equals a recount', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 3_000 }).map((value) => value.replaceAll('\0', ''));
    const step = fc.record({
      kind: fc.constantFrom(
        'people',
        'sections',
        'rewrite',
        'forget',
        'list',
        'unlist',
        'note',
        'message',
        'read',
        'alert',
        'members',
        'unwatch',
        'end',
        'truncate',
        'fold',
      ),
      account: fc.nat({ max: 1 }),
      number: fc.nat({ max: 1 }),
      amount: fc.integer({ min: 0, max: 40 }),
      text,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        await server.database.execute(sql`delete from accounts`);
        const ids = [await addAccount(), await addAccount()];
        for (const { kind, account, number, amount, text: value } of steps) {
          const id = ids[account] ?? personalWorkspaceOf(0);
          if (kind === 'fold') await foldChanges(server.database, 3);
          else await server.database.execute(statements[kind](id, { number, amount, value }));
          if (kind === 'end') ids[account] = await addAccount();
        }
        expect(await ledger()).toEqual(await recount());
      }),
      { numRuns: thoroughOr(400, 40) },
    );
  });

  async function addAccount(): Promise<WorkspaceId> {
    const { rows } = await server.database.execute(
      sql`insert into accounts (email) values (gen_random_uuid() || '@example.com') returning id`,
    );
    return personalWorkspaceOf(Number(rows[0]?.id));
  }

  interface Parts {
    readonly number: number;
    readonly amount: number;
    readonly value: string;
  }
  type Kind =
    | 'people'
    | 'sections'
    | 'rewrite'
    | 'forget'
    | 'list'
    | 'unlist'
    | 'note'
    | 'message'
    | 'read'
    | 'alert'
    | 'members'
    | 'unwatch'
    | 'end'
    | 'truncate';
  const statements: Readonly<Record<Kind, (workspaceId: WorkspaceId, parts: Parts) => ReturnType<typeof sql>>> = {
    people: (id, { number, amount, value }) => sql`
      insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, description, parser_version)
      select ${id}, ${number} || '-' || n, n, '', ${value}, 1 from generate_series(1, ${amount}) n
      on conflict (account_id, member_id) do update set description = excluded.description || ${value}, profile_url = 'known'`,
    sections: (id, { number, value }) => sql`
      insert into linkedin_experiences (profile_id, position, description)
      select id, ${number}, ${value} from linkedin_profiles where account_id = ${id}
      on conflict (profile_id, position) do update set title = ${value}`,
    rewrite: (id, { value }) => sql`update linkedin_experiences set description = nullif(${value}, ''), location = position::text
      where profile_id in (select id from linkedin_profiles where account_id = ${id})`,
    forget: (id, { amount }) => sql`delete from linkedin_profiles where id in
      (select id from linkedin_profiles where account_id = ${id} order by id limit ${amount})`,
    list: (id, { number, amount }) => sql`
      with list as (insert into row_lists (account_id, table_name, name, created_at, updated_at)
        values (${id}, 'companies', ${`List ${number}`}, now(), now())
        on conflict (account_id, table_name, lower(name)) where deleted_at is null do update set updated_at = now() returning id)
      insert into row_list_rows (list_id, row_id) select list.id, n from list, generate_series(1, ${amount}) n on conflict do nothing`,
    unlist: (id, { number }) => sql`delete from row_lists where account_id = ${id} and name = ${`List ${number}`}`,
    note: (id, { number, value }) => sql`
      insert into row_notes (account_id, table_name, row_id, text, created_at, updated_at) values (${id}, 'companies', ${number}, ${value}, now(), now())`,
    message: (id, { amount, value }) => sql`
      insert into alert_messages (account_id, title, count, rows, created_at)
      select ${id}, ${value}, n, ${JSON.stringify([{ name: value }])}::jsonb, now() from generate_series(1, ${amount}) n`,
    read: (id) => sql`update alert_messages set read_at = now() where account_id = ${id}`,
    alert: (id, { value }) => sql`
      insert into alerts (account_id, name, watch, filters, changes, frequency, time_of_day, zone, channels, position)
      values (${id}, ${value}, '{}', '{}', '{added}', 'instant', '08:00', 'UTC', '{app,mail}', 0)`,
    members: (id, { number, amount }) => sql`
      insert into alert_members (alert_id, chunk, ids) select id, ${number}, decode(repeat('00', ${amount}), 'hex') from alerts
      where account_id = ${id} on conflict (alert_id, chunk) do update set ids = excluded.ids`,
    unwatch: (id) => sql`delete from alerts where account_id = ${id}`,
    end: (id) => sql`delete from accounts where id = ${id}`,
    truncate: (_, { number }) => (number === 0 ? sql`truncate row_lists, alert_messages cascade` : sql`select 1`),
  };
});
