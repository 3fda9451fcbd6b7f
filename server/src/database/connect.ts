/** Opens pools of connections. Slow statements are cancelled, so that no caller can hold a connection forever. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';
import { type SlowStatement, watchStatements } from './slow-statements.ts';
import { cancellable } from './wanted-reads.ts';

const POOL_SIZE = 16;
/** Of those that read lists: what may be read at once, and the totals beside some of it. */
const LISTS_POOL_SIZE = 16;
/** Identifying a caller takes a moment. */
const IDENTITIES_POOL_SIZE = 4;
/** Milliseconds. Lists are ended before, while anybody is there to do it. */
const LISTS_STATEMENT_LIMIT = 6_000;
const STATEMENT_LIMIT = 30_000;

interface ConnectOptions {
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onIdleError: (error: Error) => void;
  readonly poolSize?: number;
  /** Called after each statement that took half a second or longer. */
  readonly onSlowStatement?: (statement: SlowStatement) => void;
}

/** Lists, and the identification of callers, have connections of their own, which nothing else can use up. */
export interface Databases {
  readonly database: Database;
  /** Reads only, cancelled with those who want them; see `wanted-reads.ts`. */
  readonly lists: Database;
  readonly identities: Database;
  /** All of them. */
  end(): Promise<void>;
}

/** Connects lazily, as `connect` does. @param sizes connections of each */
export function connectAll(
  target: string | pg.PoolConfig,
  { onIdleError, onSlowStatement }: ConnectOptions,
  sizes = { database: POOL_SIZE, lists: LISTS_POOL_SIZE, identities: IDENTITIES_POOL_SIZE },
): Databases {
  const watching = { onIdleError, ...(onSlowStatement === undefined ? {} : { onSlowStatement }) };
  const database = connect(target, { ...watching, poolSize: sizes.database });
  const identities = connect(target, { ...watching, poolSize: sizes.identities });
  const reading = openPool(target, { ...watching, poolSize: sizes.lists }, LISTS_STATEMENT_LIMIT);
  return {
    database,
    identities,
    lists: drizzle({ client: cancellable(reading, identities.$client) }),
    end: async () => {
      await Promise.all([database.$client.end(), reading.end(), identities.$client.end()]);
    },
  };
}

/** Connects lazily: this alone neither waits nor fails. `database.$client.end()` closes it. */
export function connect(target: string | pg.PoolConfig, options: ConnectOptions): Database {
  return drizzle({ client: openPool(target, options, STATEMENT_LIMIT) });
}

function openPool(
  target: string | pg.PoolConfig,
  { onIdleError, onSlowStatement, poolSize = POOL_SIZE }: ConnectOptions,
  statementLimit: number,
): pg.Pool {
  const pool = new pg.Pool({
    ...(typeof target === 'string' ? { connectionString: target } : { ...target, ssl: false }),
    max: poolSize,
    application_name: 'leadloom',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementLimit,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that breaks inside a transaction rejects its query and then emits an error. Without a listener,
  // that would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (onSlowStatement !== undefined) watchStatements(client, onSlowStatement);
  });
  // A pool that is closing does not wait for its connections, and their end is no news.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error);
  });
  return pool;
}
