/** The template every test database is cloned from, and the cloning. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the shared test server, as superuser. */
    databaseUrl: string;
    /** The address of a connection pooler before that server; null: none. */
    pooledUrl: string | null;
  }
}

export const TEMPLATE_DATABASE = 'leadloom_template';

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Databases that are dropped before the next one is made, on the same connection; the last ones go with the server, or at
 * its end.
 */
const unused: string[] = [];

/**
 * A fresh, migrated database of its own; `url` is the shared server's. Copying the files takes less than half of the
 * processor time of copying their pages through the log, but waits for a disk.
 */
export async function cloneTestDatabase(url: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    for (const each of unused.splice(0)) await client.query(`drop database if exists ${each} with (force)`);
    const { rows } = await client.query<{ waits: boolean }>(`select current_setting('fsync')::boolean as waits`);
    const strategy = rows[0]?.waits === false ? 'file_copy' : 'wal_log';
    await client.query(`create database ${name} template ${TEMPLATE_DATABASE} strategy ${strategy}`);
  } finally {
    await client.end();
  }
  return { name, url: databaseUrl(url, name), drop: async () => void unused.push(name) };
}

/** Drops databases that killed runs left on a server that serves tests alone. */
export async function dropTestDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^(test|restored|empty)_[0-9a-f]+$' or datname = $1`,
      [TEMPLATE_DATABASE],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

/** The same server and role, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
