/**
 * Tells a real session from one that a connection pooler lends for a transaction at a time. Locks and settings of a session
 * would be lost there, or be left to somebody else, without any error.
 */
import pg from 'pg';
import { z } from 'zod';
import { StartError } from '../process/start-error.ts';
import { driverUrl } from './database-url.ts';

const ROUNDS = 3;
/** Milliseconds. A pooler without a free connection lets a statement wait. */
const PATIENCE = 5_000;

const backendSchema = z.object({ pid: z.int() });

interface DirectUrls {
  readonly databaseUrl: string;
  /** null: not set. */
  readonly databaseDirectUrl: string | null;
}

/** @throws {StartError} naming DATABASE_DIRECT_URL; what the driver throws where there is no connection */
export async function refusePooler({ databaseUrl, databaseDirectUrl }: DirectUrls): Promise<void> {
  if (!(await isShared(databaseDirectUrl ?? databaseUrl))) return;
  throw new StartError(
    databaseDirectUrl === null
      ? 'DATABASE_DIRECT_URL: must be set, because DATABASE_URL leads to a connection pooler in transaction mode; give it an address of the same database that does not.'
      : 'DATABASE_DIRECT_URL: leads to a connection pooler in transaction mode; give it an address of the same database that does not.',
  );
}

/** Whether other connections use the same session between two transactions of ours. */
async function isShared(url: string): Promise<boolean> {
  const open = () =>
    new pg.Client({
      connectionString: driverUrl(url),
      application_name: 'leadloom',
      query_timeout: PATIENCE,
      connectionTimeoutMillis: PATIENCE,
    });
  const [one, other] = [open(), open()];
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    // PostgreSQL itself gives every connection the id of its process at login; a pooler cannot, and makes a number up.
    if ((await backendOf(one)) === Reflect.get(one, 'processID')) return false;
    await other.connect();
    return await takeTurns(one, other).catch(sharedIfWaiting);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** A pooler that shares lends the session of the one to the other, or gives the one another session. */
async function takeTurns(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await backendOf(one);
    await other.query('begin');
    if ((await backendOf(other)) === before) return true;
    if ((await backendOf(one)) !== before) return true;
    await other.query('rollback');
  }
  return false;
}

/** A timeout means that both connections share one session: one of them waits for the other to end its transaction. */
function sharedIfWaiting(error: unknown): true {
  if (error instanceof Error && error.message === 'Query read timeout') return true;
  throw error;
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return backendSchema.parse(rows[0]).pid;
}
