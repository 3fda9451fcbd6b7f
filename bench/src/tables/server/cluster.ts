/**
 * The database server of a benchmark: the product's embedded PostgreSQL with production settings, with durable commits. Each
 * size of the data is a database in it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, type Login, startEmbeddedDatabase } from '@leadloom/server/embedded/embedded-database';
import pg from 'pg';

const ENDING = ['SIGINT', 'SIGTERM'] as const;

export interface Cluster {
  /** A directory for files of a run. */
  readonly directory: string;
  /** Creates a database, or finds one that is marked as complete. @param mark identifies complete data */
  open(name: string, mark: string): Promise<BenchDatabase>;
  /** Stops the server, and removes a temporary directory. */
  close(): Promise<void>;
}

export interface BenchDatabase {
  /** The login of the application's role. */
  readonly login: Login;
  readonly superuser: Login;
  /** Whether an earlier run completed it. */
  readonly isFinished: boolean;
  /** Marks it as complete for later runs. */
  finish(): Promise<void>;
}

/** @param keep a directory that is kept; null: a temporary one */
export async function openCluster(keep: string | null): Promise<Cluster> {
  if (keep !== null) await mkdir(keep, { recursive: true });
  const directory = keep ?? (await mkdtemp(join(tmpdir(), 'leadloom-bench-')));
  const log = { info: () => undefined, error: (message: string) => console.error(message) };
  const embedded = await startEmbeddedDatabase({ dataDir: directory, log });
  const close = async () => {
    for (const signal of ENDING) process.removeListener(signal, interrupt);
    await embedded.stop();
    if (keep === null) await rm(directory, { recursive: true, force: true });
  };
  // The database is a separate process and would outlive an interrupted run.
  const interrupt = () => void close().finally(() => process.exit(130));
  for (const signal of ENDING) process.once(signal, interrupt);
  return { directory, close, open: (name, mark) => openDatabase(embedded, name, mark) };
}

async function openDatabase({ login, superuser }: EmbeddedDatabase, name: string, mark: string): Promise<BenchDatabase> {
  const isFinished = await withClient(superuser, async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
      [name],
    );
    if (rows[0]?.mark === mark) return true;
    const identifier = client.escapeIdentifier(name);
    await client.query(`drop database if exists ${identifier} with (force)`);
    await client.query(`create database ${identifier} owner ${client.escapeIdentifier(login.user)}`);
    return false;
  });
  return {
    login: { ...login, database: name },
    superuser: { ...superuser, database: name },
    isFinished,
    finish: () =>
      withClient(superuser, async (client) => {
        await client.query(`comment on database ${client.escapeIdentifier(name)} is ${client.escapeLiteral(mark)}`);
      }),
  };
}

/** Runs work with one connection without time limits. */
export async function withClient<Result>(login: Login, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...login, ssl: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address in the form of `DATABASE_URL`, also where the server listens on a socket. */
export function databaseUrl({ host, port, user, password, database }: Login): string {
  const url = new URL(`postgres://localhost:${port}/${encodeURIComponent(database)}`);
  url.username = user;
  url.password = password;
  url.searchParams.set('host', host);
  return url.href;
}
