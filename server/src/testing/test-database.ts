/** The template every test database is cloned from, and the cloning. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the shared test server, as superuser. */
    databaseUrl: string;
  }
}

export const TEMPLATE_DATABASE = 'leadloom_template';

/** A fresh, migrated database of its own; `url` is the shared server's. */
export async function cloneTestDatabase(url: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(url, `create database ${name} template ${TEMPLATE_DATABASE} strategy wal_log`);
  return { url: databaseUrl(url, name), drop: () => execute(url, `drop database if exists ${name} with (force)`) };
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
