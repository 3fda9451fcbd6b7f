/** The rows of the model in a server's tables, and what its account keeps about them. */
import { randomUUID } from 'node:crypto';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { databaseName, domainColumn, domainSources, SAMPLE_SOURCE } from '../../schema/data-table.ts';
import { addRows } from '../table-rows.ts';
import type { TestServer } from '../test-server.ts';
import { addressOf, textsOf } from './meaning.ts';
import { type CrmFacts, type ModelRow, type NewRow, newRows, type World } from './model-rows.ts';
import type { Random } from './random.ts';
import { OWNERS, STAGES } from './vocabulary.ts';

/** Ids around this one are in two chunks of bitmaps, and in two segments of exports. */
const BORDER = 65_536;
const LISTS = 2;

/** Replaces all rows. @param count rows of each table */
export async function storeWorld(server: TestServer, accountId: number, random: Random, count: number): Promise<World> {
  const { database } = server;
  const rows = newRows(random, count);
  await database.execute(sql`delete from row_lists`);
  await database.execute(sql`delete from exported_rows`);
  for (const [table] of rows) await emptyTable(server, tableByName(table), count);
  const half = Math.ceil(count / 2);
  const early = new Map<TableName, readonly number[]>();
  for (const [table, all] of rows) early.set(table, await store(server, accountId, tableByName(table), all.slice(0, half)));
  const { rows: now } = await database.execute<{ moment: string }>(
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment from pg_sleep(0.005)`,
  );
  await database.execute(sql`select pg_sleep(0.005)`);
  const stored = new Map<TableName, readonly ModelRow[]>();
  const lists = new Map<TableName, readonly string[]>();
  for (const [table, all] of rows) {
    const late = await store(server, accountId, tableByName(table), all.slice(half));
    const ids = [...(early.get(table) ?? []), ...late];
    const own = await makeLists(server, accountId, databaseName(tableByName(table)));
    const listed = new Map(ids.map((id) => [id, own.filter(() => random.chance(0.4))]));
    await putOnLists(server, listed);
    lists.set(table, own);
    stored.set(
      table,
      all.map((row, at) => {
        const id = ids[at] ?? 0;
        return { ...row, id, isLate: at >= half, isExported: false, crm: [], lists: listed.get(id) ?? [] };
      }),
    );
  }
  return { rows: stored, lists, moment: now[0]?.moment ?? '' };
}

async function emptyTable({ database }: TestServer, definition: TableDefinition, count: number): Promise<void> {
  const table = sql.identifier(databaseName(definition));
  await database.execute(sql`truncate ${table}`);
  await database.execute(sql`alter table ${table} alter column id restart with ${sql.raw(String(BORDER - (count >> 1)))}`);
  await database.execute(sql`delete from row_tags where table_name = ${databaseName(definition)}`);
}

async function store(
  { database }: TestServer,
  accountId: number,
  definition: TableDefinition,
  rows: readonly NewRow[],
): Promise<readonly number[]> {
  const table = databaseName(definition);
  const hosts = (row: NewRow) =>
    domainSources(definition).map((field) => {
      const model: ModelRow = { ...row, id: 0, isLate: false, isExported: false, crm: [], lists: [] };
      return [domainColumn(field), addressOf(model, field)?.host ?? null] as const;
    });
  const ids = await addRows(
    database,
    definition,
    rows.map((row) => ({ ...row.cells, ...Object.fromEntries(hosts(row)) })),
  );
  const samples = ids.filter((_, at) => rows[at]?.isSample === true);
  await database.execute(
    sql`update ${sql.identifier(table)} set source = ${SAMPLE_SOURCE} where id = any(${sql.param(samples)}::bigint[])`,
  );
  const tags = rows.flatMap((row, at) => row.tags.map((tag) => ({ tag, id: ids[at] })));
  await database.execute(sql`
    insert into row_tags (account_id, table_name, row_id, folded, tag)
    select ${accountId}, ${table}, id, lower(tag), tag from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as given(id bigint, tag text)`);
  return ids;
}

async function makeLists({ database }: TestServer, accountId: number, table: string): Promise<readonly string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into row_lists (account_id, table_name, name, created_at, updated_at)
    select ${accountId}, ${table}, 'List ' || number, now(), now() from generate_series(1, ${LISTS}) number returning id`);
  return rows.map(({ id }) => String(id));
}

async function putOnLists({ database }: TestServer, listed: ReadonlyMap<number, readonly string[]>): Promise<void> {
  const pairs = [...listed].flatMap(([id, lists]) => lists.map((list) => ({ id, list })));
  await database.execute(sql`insert into row_list_rows (list_id, row_id)
    select list, id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given(id bigint, list bigint)`);
}

/** Marks rows of each table as exported this month, as an export does. */
export async function exportSome(server: TestServer, accountId: number, world: World, random: Random): Promise<void> {
  for (const name of tableNames) {
    const rows = [...world.rows].find(([table]) => table === name)?.[1] ?? [];
    for (const row of rows) row.isExported = random.chance(0.4);
    await storeExported(server, accountId, name, rows);
  }
}

/**
 * Gives the account a CRM with records, found by the domain of a company, the email of a person, or the row itself. One in five is
 * gone there, as the last reading says.
 */
export async function recordSome({ database }: TestServer, accountId: number, world: World, random: Random): Promise<void> {
  const id = randomUUID();
  await database.execute(sql`delete from destinations`);
  await database.execute(sql`
    insert into destinations (id, account_id, kind, name, settings, secret, read_at, created_at)
    values (${id}, ${accountId}, 'hubspot', 'CRM', '{}', '', now(), now())`);
  for (const definition of tableNames.map(tableByName)) {
    const { crmRecord } = definition;
    const rows = [...world.rows].find(([table]) => table === definition.name)?.[1] ?? [];
    if (crmRecord === undefined) continue;
    const keyOf = (row: ModelRow) =>
      crmRecord.by === 'domain'
        ? (addressOf(row, crmRecord.column)?.host ?? null)
        : (textsOf(row, crmRecord.column)[0]?.toLowerCase() ?? null);
    const held: { key: string | null; row: number | null; facts: CrmFacts }[] = [];
    for (const row of rows) {
      if (!random.chance(0.2)) continue;
      const facts = { owner: random.pick([...OWNERS, null]), stage: random.pick([...STAGES, null]) };
      const isOfRow = random.chance(0.5);
      const record = { key: isOfRow ? null : keyOf(row), row: isOfRow ? row.id : null, facts };
      const isGone = random.chance(0.2);
      if (!isGone) held.push(record);
      await database.execute(sql`
        insert into crm_records (account_id, destination_id, record_id, object, key, owner, stage, table_name, row_id, read_at)
        values (${accountId}, ${id}, ${`${definition.name}-${row.id}`}, ${crmRecord.object}, ${record.key}, ${facts.owner}, ${facts.stage},
          ${isOfRow ? databaseName(definition) : null}, ${record.row}, now() ${isGone ? sql`- interval '1 day'` : sql``})`);
    }
    for (const row of rows) {
      const key = keyOf(row);
      row.crm = held.flatMap((record) =>
        record.row === row.id || (record.key !== null && record.key === key) ? [record.facts] : [],
      );
    }
  }
}

export async function storeExported(
  { database, clock }: TestServer,
  accountId: number,
  name: TableName,
  rows: readonly ModelRow[],
): Promise<void> {
  const month = `${clock.now().toISOString().slice(0, 7)}-01`;
  const segments = Map.groupBy(
    rows.filter(({ isExported }) => isExported),
    ({ id }) => Math.floor(id / BORDER),
  );
  for (const [chunk, exported] of segments) {
    const bits = Buffer.alloc(BORDER / 8);
    for (const { id } of exported) {
      const place = id % BORDER;
      bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    }
    await database.execute(sql`
      insert into exported_rows (account_id, month, table_name, chunk, bits)
      values (${accountId}, ${month}::date, ${databaseName(tableByName(name))}, ${chunk}, ${bits})`);
  }
}
