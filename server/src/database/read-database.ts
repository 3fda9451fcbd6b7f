/**
 * Reads that a replica may answer. `readAtVersion` names the version of a table that a piece of work needs to see; each of
 * its queries on a read pool then goes to a replica that has this version, and to the primary if there is none. Without it,
 * and whenever a replica fails or refuses, the primary answers: a replica can only make reads faster.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { isCallerGone, queryAbortably, readTogether } from './abortable-reads.ts';
import type { Connection } from './database.ts';
import { NOT_READ, type Replica, type ReplicaConnections } from './replica.ts';

/** What a piece of work needs to see. */
export interface RequestedVersion {
  /** The table's name in the database. */
  readonly tableName: string;
  /** The table's version on the primary when the request arrived, or later; undefined: unknown. */
  readonly version: Promise<number | undefined>;
}

const wanted = new AsyncLocalStorage<RequestedVersion>();

export function readAtVersion<Result>(version: RequestedVersion, work: () => Promise<Result>): Promise<Result> {
  return wanted.run(version, work);
}

export interface ReadReplicas {
  /**
   * The read on the first replica that has the version and does not fail, or `NOT_READ`: the primary has to answer.
   * @param read returns the client to its pool, whatever happens
   */
  read<Result>(version: RequestedVersion, read: (client: pg.PoolClient) => Promise<Result>): Promise<Result | typeof NOT_READ>;
  /** Connections to a replica that has the version, the first of which must be used; null: there is none. */
  borrow(version: RequestedVersion): Promise<ReplicaConnections | null>;
}

export function createReadReplicas(replicas: readonly Replica[]): ReadReplicas {
  let turn = 0;
  /** The replicas, starting with another one each time. */
  function inTurn(): readonly Replica[] {
    turn = (turn + 1) % Math.max(1, replicas.length);
    return [...replicas.slice(turn), ...replicas.slice(0, turn)];
  }

  return {
    async borrow({ tableName, version: promised }) {
      if (replicas.length === 0) return null;
      const version = await promised;
      if (version === undefined) return null;
      for (const replica of inTurn()) {
        const borrowed = await replica.borrow({ tableName, version });
        if (borrowed !== null) return borrowed;
      }
      return null;
    },

    async read({ tableName, version: promised }, read) {
      if (replicas.length === 0) return NOT_READ;
      const version = await promised;
      if (version === undefined) return NOT_READ;
      for (const replica of inTurn()) {
        try {
          const answer = await replica.read({ tableName, version }, read);
          if (answer !== NOT_READ) return answer;
        } catch (error) {
          // The primary repeats what a replica failed to do, unless the caller has left or the read takes too long.
          if (isCallerGone() || isTooSlow(error)) throw error;
        }
      }
      return NOT_READ;
    },
  };
}

/** @param primary answers everything else, and what no replica can */
export function readPool(primary: pg.Pool, replicas: ReadReplicas): pg.Pool {
  const query = async (...question: unknown[]): Promise<unknown> => {
    const version = wanted.getStore();
    if (version !== undefined) {
      const answer = await replicas.read(version, (client) => queryAbortably(client, question));
      if (answer !== NOT_READ) return answer;
    }
    return Reflect.apply(primary.query, primary, question);
  };
  return new Proxy(primary, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

/**
 * Several reads that see one moment: on a replica that has the requested version, else on the primary. Like single reads, they
 * are cancelled when their caller leaves.
 * @param first a statement that takes no snapshot, such as `lock table`
 * @param work may be repeated: a replica may fail half-way
 */
export async function readAtOneMoment<Result>(
  primary: Pick<pg.Pool, 'connect'>,
  replicas: ReadReplicas,
  first: string,
  work: (transaction: Connection) => Promise<Result>,
): Promise<Result> {
  const read = (client: pg.PoolClient) => readTogether(client, first, work);
  const version = wanted.getStore();
  if (version !== undefined) {
    const answer = await replicas.read(version, read);
    if (answer !== NOT_READ) return answer;
  }
  return read(await primary.connect());
}

function isTooSlow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014';
}
