/**
 * Applies the migrations a database has not had, each in a transaction of its own: a killed one leaves nothing, and those
 * before it stay. One that only builds and drops indexes runs without a transaction where there may be rows, so that
 * servers of the version before can go on writing. Killed, it begins anew.
 */
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { listMigrations } from './applied-migrations.ts';

/** A statement about one index, after its comments. */
const INDEX_STATEMENT = /^\s*(?:--[^\n]*\n\s*)*(?:CREATE (UNIQUE )?INDEX|(DROP) INDEX)\s+("[^"]+")([\s\S]*)$/i;

/** @param client whose connection is its own, under the lock of migrations */
export async function applyMigrations(client: pg.ClientBase, folder: string): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const last = (await listMigrations(client)).at(-1)?.createdAt ?? null;
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (last !== null && migration.folderMillis <= last) continue;
    const indexStatements = last === null ? null : concurrently(migration);
    if (indexStatements === null) await applyWhole(client, migration);
    else {
      for (const statement of indexStatements) await client.query(statement);
      await note(client, migration);
    }
  }
}

async function applyWhole(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of migration.sql) await client.query(statement);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function note(client: pg.ClientBase, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
}

/**
 * The statements of a migration that only makes and drops indexes, without locking out writers; null: it does something
 * else, too.
 */
function concurrently({ sql }: MigrationMeta): readonly string[] | null {
  const statements = sql.map((text) => INDEX_STATEMENT.exec(text));
  if (statements.includes(null)) return null;
  return statements.flatMap((found) => {
    const [, unique = '', drop, name = '', rest = ''] = found ?? [];
    // A build that was killed leaves an index that is not valid.
    const dropped = `drop index concurrently if exists ${name}`;
    return drop === undefined ? [dropped, `create ${unique}index concurrently ${name}${rest}`] : [dropped];
  });
}
