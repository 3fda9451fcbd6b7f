/** The Drizzle tables, the snapshot that the next migration is generated from, and a migrated database say the same. */
import { glob, readdir, readFile } from 'node:fs/promises';
import { generateDrizzleJson } from 'drizzle-kit/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { cloneTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const SCHEMA = new URL('../schema/', import.meta.url);
const SNAPSHOTS = new URL('../../migrations/meta/', import.meta.url);
/** Indexes for which Drizzle has no words: their expressions are functions of a condition. */
const OTHER_INDEXES = ['companies_numbered', 'companies_numbered_name'];

const snapshotSchema = z.object({
  tables: z.record(
    z.string(),
    z.object({
      name: z.string(),
      columns: z.record(
        z.string(),
        z.object({
          name: z.string(),
          type: z.string(),
          notNull: z.boolean(),
          default: z.unknown().optional(),
          generated: z.unknown().optional(),
          identity: z.unknown().optional(),
        }),
      ),
      indexes: z.record(z.string(), z.object({ name: z.string(), isUnique: z.boolean(), method: z.string() })),
      foreignKeys: z.record(z.string(), z.unknown()),
      uniqueConstraints: z.record(z.string(), z.unknown()),
      checkConstraints: z.record(z.string(), z.unknown()),
    }),
  ),
});

describe('the tables', { timeout: 60_000 }, () => {
  let newest: Record<string, unknown>;
  let snapshot: z.infer<typeof snapshotSchema>;
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    const [name = ''] = (await snapshotNames()).slice(-1);
    newest = JSON.parse(await readFile(new URL(name, SNAPSHOTS), 'utf8'));
    snapshot = snapshotSchema.parse(newest);
    database = await cloneTestDatabase(inject('databaseUrl'));
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const read = async (statement: string) => (await client.query(statement)).rows;
  const tables = () => Object.values(snapshot.tables);

  it('the newest snapshot is the only one, and is what the Drizzle tables are now', async () => {
    expect(await snapshotNames()).toHaveLength(1);
    const exported: Record<string, unknown> = {};
    for await (const file of glob('*.table.ts', { cwd: SCHEMA })) {
      const module: Record<string, unknown> = await import(new URL(file, SCHEMA).href);
      for (const [name, value] of Object.entries(module)) exported[`${file} ${name}`] = value;
    }
    const made: unknown = JSON.parse(JSON.stringify(generateDrizzleJson(exported)));
    expect(made).toEqual({ ...newest, id: expect.any(String), prevId: expect.any(String) });
  });

  it('each table of a database has the columns that the snapshot says', async () => {
    const rows = await read(`
      select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull",
        attgenerated <> '' as "isGenerated", attidentity <> '' as "isIdentity", atthasdef and attgenerated = '' as "hasDefault"
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped order by 1`);
    const expected = tables().flatMap((table) =>
      Object.values(table.columns).map((column) => ({
        name: `${table.name}.${column.name}`,
        type: column.type,
        notNull: column.notNull,
        isGenerated: column.generated !== undefined,
        isIdentity: column.identity !== undefined,
        hasDefault: column.default !== undefined,
      })),
    );
    expect(rows).toEqual(expected.sort(byName));
  });

  it('each table of a database has the indexes that the snapshot says, and those that are named here', async () => {
    const rows = await read(`
      select index.relname as name, indisunique as "isUnique", amname as method
      from pg_index join pg_class index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
      where index.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`);
    const others = rows.filter(({ name }) => OTHER_INDEXES.includes(name));
    const expected = tables().flatMap((table) => Object.values(table.indexes));
    expect(others.map(({ name }) => name).sort()).toEqual(OTHER_INDEXES);
    expect(rows.filter((row) => !others.includes(row)).sort(byName)).toEqual(expected.sort(byName));
  });

  it('each table of a database has the foreign keys, unique constraints and checks that the snapshot says', async () => {
    const rows = await read(`
      select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'u', 'c')`);
    const expected = tables().flatMap((table) =>
      [table.foreignKeys, table.uniqueConstraints, table.checkConstraints].flatMap((constraints) => Object.keys(constraints)),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(expected.sort());
  });
});

async function snapshotNames(): Promise<string[]> {
  return (await readdir(SNAPSHOTS)).filter((name) => name.endsWith('_snapshot.json')).sort();
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
