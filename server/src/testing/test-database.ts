/** The template every test database is cloned from, and the cloning. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the shared test server, as superuser. */
    databaseUrl: string;
    /** Of a connection pooler before that server; null: none. */
    pooledUrl: string | null;
  }
}

export const TEMPLATE_DATABASE = 'leadloom_template';

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database of its own; `url` is the shared server's. */
export async function cloneTestDatabase(url: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(url, `create database ${name} template ${TEMPLATE_DATABASE} strategy wal_log`);
  return { name, url: databaseUrl(url, name), drop: () => execute(url, `drop database if exists ${name} with (force)`) };
}

/** What runs that were killed left on a server that serves tests alone. */
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
