/**
 * One replica that may answer reads. It is asked only for tables of which it has the requested version. After a failure it
 * is left out for a while, longer each time; reads that wait for it fail at once then, and are repeated elsewhere.
 */
import pg from 'pg';
import { z } from 'zod';
import { classifyError } from '../http/classify-error.ts';

/** Milliseconds that a replica is left out after its first failure, and at most. */
const FIRST_REST = 1_000;
const LONGEST_REST = 30_000;
/** Milliseconds after which a replica that does not answer a read is asked whether it answers at all, and how long that may take. */
const DOUBTS_AFTER = 1_000;
const PROBE_LIMIT = 1_000;
/** Milliseconds for which a replica that lags is not asked again. */
const LAG_REST = 100;

const versionsSchema = z.array(z.object({ table_name: z.string(), version: z.string().transform(Number) }));

/** What a reader needs to see. */
export interface NeededVersion {
  /** The table's name in the database. */
  readonly tableName: string;
  readonly version: number;
}

/** The replica has not got the version, or is left out: the read was not tried. */
export const NOT_READ = Symbol('not read');

/** The replica failed while it was asked, which says nothing about the read. */
export class ReplicaFailure extends Error {}

/** Connections to one replica. */
export interface ReplicaConnections {
  connect(): Promise<pg.PoolClient>;
}

export interface Replica {
  /**
   * Connections for work that needs several; null: the replica has not got the version, or failed. The first connection
   * must be used.
   */
  borrow(needed: NeededVersion): Promise<ReplicaConnections | null>;
  /**
   * @param read returns the client, with `client.release`, whatever happens
   * @throws {ReplicaFailure} when the replica failed; what `read` throws otherwise
   */
  read<Result>(needed: NeededVersion, read: (client: pg.PoolClient) => Promise<Result>): Promise<Result | typeof NOT_READ>;
  end(): Promise<void>;
}

interface ReplicaOptions {
  /** Connects to the replica. */
  readonly pool: pg.Pool;
  /** Called once for each time that the replica is left out. */
  readonly onFailure: (error: Error) => void;
}

export function createReplica({ pool, onFailure }: ReplicaOptions): Replica {
  /** Connections in use, and since when. */
  const used = new Map<pg.PoolClient, number>();
  /**
   * Versions that each connection has seen. They are kept by connection, since an address may lead to several replicas.
   * Versions only grow.
   */
  const known = new WeakMap<pg.PoolClient, ReadonlyMap<string, number>>();
  let restsUntil = 0;
  let rest = 0;
  let lagsUntil = 0;
  let isProbing = false;
  let doubts: NodeJS.Timeout | undefined;

  pool.on('acquire', (client) => {
    used.set(client, performance.now());
    doubts ??= setInterval(probeIfSlow, DOUBTS_AFTER).unref();
  });
  pool.on('release', (_error, client) => {
    used.delete(client);
    if (used.size > 0) return;
    clearInterval(doubts);
    doubts = undefined;
  });

  function fail(cause: unknown): ReplicaFailure {
    const error = new ReplicaFailure('a replica failed', { cause });
    if (performance.now() < restsUntil) return error;
    rest = Math.min(LONGEST_REST, rest === 0 ? FIRST_REST : rest * 2);
    restsUntil = performance.now() + rest;
    // Statements that wait for a replica that hangs fail now.
    for (const client of used.keys()) client.connection.stream.destroy();
    onFailure(cause instanceof Error ? cause : error);
    return error;
  }

  function probeIfSlow(): void {
    const isSlow = [...used.values()].some((since) => performance.now() - since > DOUBTS_AFTER);
    if (!isSlow || isProbing) return;
    isProbing = true;
    void probe().finally(() => {
      isProbing = false;
    });
  }

  /** A replica that hangs closes no connection: only asking it shows. */
  async function probe(): Promise<void> {
    const { options } = pool;
    const client = new pg.Client({ ...options, connectionTimeoutMillis: PROBE_LIMIT, query_timeout: PROBE_LIMIT });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } catch (error) {
      fail(error);
    } finally {
      // A connection that hangs does not end by itself.
      client.connection.stream.destroy();
    }
  }

  async function hasVersion(client: pg.PoolClient, { tableName, version }: NeededVersion): Promise<boolean> {
    if ((known.get(client)?.get(tableName) ?? -1) >= version) return true;
    const { rows } = await client.query('select table_name, version from table_versions');
    const versions = new Map(versionsSchema.parse(rows).map((row) => [row.table_name, row.version]));
    known.set(client, versions);
    if ((versions.get(tableName) ?? -1) >= version) return true;
    lagsUntil = performance.now() + LAG_REST;
    return false;
  }

  /** A connection to the replica; null: it is left out, or has not got the version. */
  async function connectAt(needed: NeededVersion): Promise<pg.PoolClient | null> {
    if (performance.now() < Math.max(restsUntil, lagsUntil)) return null;
    const client = await pool.connect();
    let isPassedOn = false;
    try {
      isPassedOn = await hasVersion(client, needed);
      return isPassedOn ? client : null;
    } finally {
      if (!isPassedOn) client.release(!isUsable(client));
    }
  }

  return {
    borrow: async (needed) => {
      try {
        let first = await connectAt(needed);
        if (first === null) return null;
        return {
          connect: async () => {
            const client = first ?? (await pool.connect());
            first = null;
            return client;
          },
        };
      } catch (error) {
        if (isAway(error)) fail(error);
        return null;
      }
    },

    read: async (needed, read) => {
      try {
        const client = await connectAt(needed);
        if (client === null) return NOT_READ;
        const answer = await read(client);
        rest = 0;
        return answer;
      } catch (error) {
        throw isAway(error) ? fail(error) : error;
      }
    },

    end: () => pool.end(),
  };
}

/** Whether the client could run another statement. */
function isUsable(client: pg.PoolClient): boolean {
  return client.getTransactionStatus() === 'I';
}

/** Whether the replica cannot be reached. That all its connections are in use does not count. */
function isAway(error: unknown): boolean {
  if (error instanceof Error && error.message.startsWith('timeout exceeded')) return false;
  return classifyError(error).code === 'SERVER.UNAVAILABLE';
}
