/**
 * Creates the tables of a backup and fills them, in the caller's transaction. Foreign keys, and the indexes of tables that
 * have rows, are created after the rows are loaded, which is much faster. Our triggers are disabled meanwhile, since the
 * backup contains what they would write.
 */
import { once } from 'node:events';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type AppliedMigration, MIGRATIONS } from '../migrate/applied-migrations.ts';
import { sinceBaseline } from '../migrate/baseline.ts';
import { StartError } from '../process/start-error.ts';
import type { BackupTable } from './manifest.ts';
import { type BackupFile, readEntries, tableOf, type WholeBackup } from './read-backup.ts';
import { columnList, listTables, sumTable, TEXT_SETTINGS, tableName } from './table-contents.ts';

export async function loadTables(
  client: pg.ClientBase,
  file: BackupFile,
  { header, manifest }: WholeBackup,
  onTable?: (name: string, rows: number) => void,
): Promise<void> {
  await client.query(TEXT_SETTINGS);
  await makeTables(client, header.migrations);
  // For a backup that does not say it, exports check the texts of all its rows, which costs them some time.
  await client.query(`create or replace function separators_checked_from() returns timestamptz language sql immutable parallel safe
    as $$ select timestamptz ${pg.escapeLiteral(header.separatorsCheckedFrom ?? header.createdAt)} $$`);
  await refuseOtherTables(client, header.tables);
  const later = await dropIndexes(
    client,
    header.tables.filter(({ name }) => (manifest.tables[name]?.rows ?? 0) > 0),
  );
  for (const table of header.tables) await client.query(`alter table ${tableName(table)} disable trigger user`);
  if (header.tables.length > 0) await client.query(`truncate ${header.tables.map(tableName).join(', ')}`);

  const byName = new Map(header.tables.map((table) => [table.name, table]));
  let copy: TableCopy | null = null;
  const waiting = [...header.tables];
  /** Reports the tables loaded so far, empty ones included. */
  const reportUntil = (last: BackupTable | null) => {
    for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
      onTable?.(table.name, manifest.tables[table.name]?.rows ?? 0);
      if (table === last) return;
    }
  };
  for await (const { name, content } of readEntries(file)) {
    const table = byName.get(tableOf(name) ?? '');
    if (table === undefined) continue;
    if (copy?.table !== table) {
      await copy?.end();
      reportUntil(table);
      copy = startCopy(client, table);
    }
    await copy.write(content);
  }
  await copy?.end();
  reportUntil(null);

  for (const statement of later) await client.query(statement);
  for (const table of header.tables) await client.query(`alter table ${tableName(table)} enable trigger user`);
  for (const [name, value] of Object.entries(manifest.sequences)) {
    await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
  }
  await compareSums(client, header.tables, manifest.tables);
}

/**
 * The migrations that make the tables of a backup.
 *
 * @param applied to the backup's database
 * @throws {StartError} when this version lacks one of them
 */
export function migrationsOf(applied: readonly AppliedMigration[]): readonly MigrationMeta[] {
  const known = new Map(readMigrationFiles({ migrationsFolder: MIGRATIONS }).map((migration) => [migration.hash, migration]));
  return sinceBaseline(applied).map(({ hash }) => {
    const migration = known.get(hash);
    if (migration !== undefined) return migration;
    throw new StartError('The backup was made by a newer version of Leadloom. Install that version first.');
  });
}

/** Applies the migrations that the backup's database had, and records them as applied. */
async function makeTables(client: pg.ClientBase, applied: readonly AppliedMigration[]): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { hash, folderMillis, sql } of migrationsOf(applied)) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  }
}

async function refuseOtherTables(client: pg.ClientBase, expected: readonly BackupTable[]): Promise<void> {
  const made = await listTables(client);
  const describe = (tables: readonly BackupTable[]) =>
    tables.map((table) => `${table.name}(${[...table.columns].sort().join()})`).sort();
  if (describe(made).join() !== describe(expected).join()) {
    throw new StartError('The backup holds other tables than its version of Leadloom makes. It cannot be restored.');
  }
}

/**
 * Drops foreign keys, and the indexes of these tables that no constraint uses.
 * @returns the statements that create them again
 */
async function dropIndexes(client: pg.ClientBase, tables: readonly BackupTable[]): Promise<readonly string[]> {
  const { rows: keys } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables.map(tableName)],
  );
  for (const { drop } of [...keys, ...indexes]) await client.query(drop);
  return [...indexes, ...keys].map(({ make }) => make);
}

interface TableCopy {
  readonly table: BackupTable;
  write(content: Buffer): Promise<void>;
  /** Waits until the database has received everything. */
  end(): Promise<void>;
}

function startCopy(client: pg.ClientBase, table: BackupTable): TableCopy {
  const stream = client.query(copyFrom(`copy ${tableName(table)} (${columnList(table)}) from stdin`));
  return {
    table,
    write: async (content) => {
      if (stream.errored !== null) throw stream.errored;
      if (!stream.write(content)) await once(stream, 'drain');
    },
    end: async () => {
      stream.end();
      await once(stream, 'finish');
    },
  };
}

async function compareSums(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
  promised: WholeBackup['manifest']['tables'],
): Promise<void> {
  for (const table of tables) {
    const [found, expected] = [await sumTable(client, table), promised[table.name]];
    if (found.rows !== expected?.rows || found.checksum !== expected.checksum) {
      throw new StartError(
        `${table.name} is not as it was: ${found.rows} of ${expected?.rows ?? 0} rows, or other values. Nothing was restored.`,
      );
    }
  }
}
