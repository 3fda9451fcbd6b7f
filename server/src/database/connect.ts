/** Opens pools of connections. Slow statements are cancelled, so that no caller can hold a connection forever. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { cancellable } from './abortable-reads.ts';
import { noteSharedSessions } from './connect-directly.ts';
import type { Database } from './database.ts';
import { driverUrl } from './database-url.ts';
import { prepareForFailover } from './failover.ts';
import { createReadReplicas, type ReadReplicas, readPool } from './read-database.ts';
import { noteRefusedWrites } from './refused-writes.ts';
import { createReplica, type Replica } from './replica.ts';
import { type SlowStatement, watchStatements } from './slow-statements.ts';
import { adaptToTransactionPooling, type TimeLimits } from './transaction-pooling.ts';

const POOL_SIZE = 16;
/** Few are enough: identifying a caller takes a moment. */
const IDENTITIES_POOL_SIZE = 4;
/** The share of the connections for requests that only accounts themselves use. */
const ACCOUNTS_POOL_SIZE = 4;
/** Connections that lead past a pooler. */
const DIRECT_POOL_SIZE = 4;
/** Further connections: of threads and of single sessions. */
const BESIDES = 10;
/** Milliseconds. Where a replica is slow, the primary is not. */
const PATIENCE = 5_000;
const REPLICA_PATIENCE = 1_000;
const LIMITS: TimeLimits = { statement: 30_000, lock: 10_000, idle: 60_000 };
/** Lists are ended before, while anybody is there to do it. */
const LISTS_LIMITS: TimeLimits = { ...LIMITS, statement: 6_000 };

/**
 * Megabytes of `work_mem`, unless the database has more. Rows of a search are noted by their pages, 64 bytes each. If that is more than
 * `work_mem`, the words of each row on a noted page are taken apart again, which takes twenty times as long: with the 4 MB that
 * PostgreSQL has by itself from 700,000 companies on, with this from 11,000,000. Smaller tables use less.
 */
const MEMORY_OF_LISTS = 64;

/** An address, or what the driver takes for the embedded database. */
export type DatabaseTarget = string | pg.PoolConfig;

interface ConnectOptions {
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onIdleError: (error: Error) => void;
  readonly poolSize?: number;
  /** The target is a connection pooler, which gives every transaction another session. */
  readonly isShared?: boolean;
  /** Milliseconds to wait for a connection. */
  readonly patience?: number;
  /**
   * Whether plans of prepared statements are reused. These look up single rows, for which one plan is best whatever the
   * values are. The database would plan them anew each time, because it expects longer lists of keys than they are; that
   * took three times as long as the statement.
   */
  readonly keepsPlans?: boolean;
  /** Megabytes of `work_mem` that a session has at least; through a pooler, its role has to have it. */
  readonly leastMemory?: number;
  /** Called after each statement that took half a second or longer. */
  readonly onSlowStatement?: (statement: SlowStatement) => void;
}

/** Lists, signing in, and the identification of callers have connections of their own, which nothing else can use up. */
export interface Databases {
  readonly database: Database;
  /**
   * For lists, read only. A read is cancelled when its caller leaves, and may go to a replica; see `abortable-reads.ts` and
   * `read-database.ts`.
   */
  readonly lists: Database;
  readonly identities: Database;
  /** The connections for signing in, registering, and everything else about accounts themselves. */
  readonly accounts: Database;
  /** Small reads, like `lists`. */
  readonly reads: Database;
  /** The connections for work that keeps locks or settings over transactions: they never lead through a pooler. */
  readonly direct: Database;
  /** Replicas of the database. */
  readonly replicas: ReadReplicas;
  /** Closes all connections. */
  end(): Promise<void>;
}

/** Connections of each pool. */
export interface PoolSizes {
  readonly database: number;
  readonly lists: number;
  readonly identities: number;
  readonly accounts: number;
}

/** @param size DATABASE_POOL */
export function poolSizes(size: number): PoolSizes {
  return {
    database: size - ACCOUNTS_POOL_SIZE,
    lists: size,
    identities: IDENTITIES_POOL_SIZE,
    accounts: ACCOUNTS_POOL_SIZE,
  };
}

/**
 * The most connections that `connectAll` opens, with those of the thread that makes bitmaps and of processes that read
 * uploads.
 */
export function maxConnections({ database, lists, identities }: PoolSizes, replicas: number): number {
  return database + identities + DIRECT_POOL_SIZE + lists * (1 + replicas) + BESIDES;
}

interface AllOptions extends Pick<ConnectOptions, 'onIdleError' | 'onSlowStatement'> {
  /** The address that leads past the pooler; the target is the database itself where this is null or absent. */
  readonly directUrl?: string | null;
  /** Addresses of replicas, through a pooler exactly where the target is one. */
  readonly replicaUrls?: readonly string[];
  /** Called when a replica fails and is not used for a while. */
  readonly onReplicaFailure?: (error: Error, host: string) => void;
  readonly sizes?: PoolSizes;
}

/** Connects lazily, as `connect` does. */
export function connectAll(
  target: DatabaseTarget,
  {
    onIdleError,
    onSlowStatement,
    directUrl = null,
    replicaUrls = [],
    onReplicaFailure,
    sizes = poolSizes(POOL_SIZE),
  }: AllOptions,
): Databases {
  const isShared = directUrl !== null;
  const watching = { onIdleError, isShared, ...(onSlowStatement === undefined ? {} : { onSlowStatement }) };
  const database = connect(target, { ...watching, poolSize: sizes.database });
  const identities = connect(target, { ...watching, poolSize: sizes.identities, keepsPlans: true });
  const accounts = connect(target, { ...watching, poolSize: sizes.accounts });
  // The embedded database has what its machine allows.
  const leastMemory = typeof target === 'string' ? MEMORY_OF_LISTS : 0;
  const reading = openPool(target, { ...watching, poolSize: sizes.lists, leastMemory }, LISTS_LIMITS);
  const direct = directUrl === null ? database : connect(directUrl, { onIdleError, poolSize: DIRECT_POOL_SIZE });
  const opened = replicaUrls.map((url): Replica => {
    const options = { onIdleError: () => undefined, isShared, poolSize: sizes.lists, patience: REPLICA_PATIENCE, leastMemory };
    const onFailure = (error: Error) => onReplicaFailure?.(error, new URL(url).host);
    return createReplica({ pool: openPool(url, options, LISTS_LIMITS), onFailure });
  });
  const replicas = createReadReplicas(opened);
  return {
    database,
    identities,
    accounts,
    lists: drizzle({ client: readPool(cancellable(reading), replicas) }),
    reads: drizzle({ client: readPool(database.$client, replicas) }),
    direct,
    replicas,
    end: async () => {
      const pools = new Set([database.$client, reading, identities.$client, accounts.$client, direct.$client]);
      await Promise.all([...pools, ...opened].map((each) => each.end()));
    },
  };
}

/** Connects lazily: this alone neither waits nor fails. `database.$client.end()` closes it. */
export function connect(target: DatabaseTarget, options: ConnectOptions): Database {
  const pool = openPool(target, options, LIMITS);
  const database = drizzle({ client: pool });
  // Drizzle itself never returns the connection of a transaction that could not begin, so that the pool would run out.
  database.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return database;
}

function openPool(
  target: DatabaseTarget,
  {
    onIdleError,
    onSlowStatement,
    poolSize = POOL_SIZE,
    isShared = false,
    patience = PATIENCE,
    keepsPlans = false,
    leastMemory = 0,
  }: ConnectOptions,
  limits: TimeLimits,
): pg.Pool {
  const pool = new pg.Pool({
    ...(typeof target === 'string' ? { connectionString: driverUrl(target) } : { ...target, ssl: false }),
    max: poolSize,
    application_name: 'leadloom',
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: (client) =>
      isShared ? adaptToTransactionPooling(client, limits) : prepareSession(client, limits, { keepsPlans, leastMemory }),
  });
  if (isShared) noteSharedSessions(pool);
  prepareForFailover(pool);
  noteRefusedWrites(pool);
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

/**
 * The settings are not parameters of the connection's start: a pooler refuses those, even one that keeps a session for each
 * connection.
 */
async function prepareSession(
  client: pg.ClientBase,
  { statement, lock, idle }: TimeLimits,
  { keepsPlans, leastMemory }: Required<Pick<ConnectOptions, 'keepsPlans' | 'leastMemory'>>,
): Promise<void> {
  const least = `greatest(pg_size_bytes(current_setting('work_mem')) / 1024, ${leastMemory * 1024})`;
  const settings = [
    `set statement_timeout = ${statement}`,
    `set lock_timeout = ${lock}`,
    `set idle_in_transaction_session_timeout = ${idle}`,
    ...(keepsPlans ? ['set plan_cache_mode = force_generic_plan'] : []),
    ...(leastMemory > 0 ? [`select set_config('work_mem', ${least}::text || 'kB', false)`] : []),
  ];
  await client.query(settings.join('; '));
}
