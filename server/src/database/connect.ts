/** Opens the one pool of connections. Slow statements are cut, so that no caller can hold a connection for ever. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';

const POOL_SIZE = 16;

interface ConnectOptions {
  /** Told of connections that break while nobody uses them; the pool replaces them. */
  readonly onIdleError: (error: Error) => void;
  readonly poolSize?: number;
}

/** Connects lazily: this alone neither waits nor fails. `database.$client.end()` closes it. */
export function connect(target: string | pg.PoolConfig, { onIdleError, poolSize = POOL_SIZE }: ConnectOptions): Database {
  const pool = new pg.Pool({
    ...(typeof target === 'string' ? { connectionString: target } : { ...target, ssl: false }),
    max: poolSize,
    application_name: 'leadloom',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that breaks inside a transaction tells its query, and then everybody; unheard, that ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A pool that is closing does not wait for its connections, and their end is no news.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error);
  });
  return drizzle({ client: pool });
}
