/**
 * Reads that end when their caller leaves: a query on a cancellable pool inside `runAbortably` is cancelled in the
 * database when the signal is aborted, so that nothing is sorted or counted in vain.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { cancelQuery } from './cancel-query.ts';
import type { Connection } from './database.ts';

const callerSignal = new AsyncLocalStorage<AbortSignal>();

/** @param signal once it is aborted, reads fail with its reason */
export function runAbortably<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return callerSignal.run(signal, work);
}

export function cancellable(pool: pg.Pool): pg.Pool {
  const query = async (...question: unknown[]): Promise<unknown> => {
    const signal = callerSignal.getStore();
    if (signal === undefined) return Reflect.apply(pool.query, pool, question);
    signal.throwIfAborted();
    return queryAbortably(await pool.connect(), question);
  };
  return new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

/** Aborted when the caller leaves; undefined outside `runAbortably`. */
export function signalOfCaller(): AbortSignal | undefined {
  return callerSignal.getStore();
}

/** Whether the caller has left. */
export function isCallerGone(): boolean {
  return callerSignal.getStore()?.aborted === true;
}

/** Returns the client to its pool. @param question as `client.query` takes it, without a callback */
export async function queryAbortably(client: pg.PoolClient, question: unknown[]): Promise<unknown> {
  const signal = callerSignal.getStore();
  let cancelling: Promise<unknown> | null = null;
  let isBroken = false;
  const cancel = () => {
    cancelling = cancelQuery(client);
  };
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel);
    return await Reflect.apply(client.query, client, question);
  } catch (error) {
    const isAborted = signal?.aborted === true;
    isBroken = !isAborted && !(error instanceof pg.DatabaseError && error.severity === 'ERROR');
    throw isAborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // The cancel request must not reach the next statement on this connection.
    await cancelling;
    client.release(isBroken);
  }
}

/** Runs reads in one read-only transaction that sees one moment, and returns the client to its pool. @param first takes no snapshot */
export async function readTogether<Result>(
  client: pg.PoolClient,
  first: string,
  work: (transaction: Connection) => Promise<Result>,
): Promise<Result> {
  const signal = callerSignal.getStore();
  let cancelling: Promise<unknown> | null = null;
  let isBroken = true;
  const cancel = () => {
    cancelling = cancelQuery(client);
  };
  // A cancel request ends the statement that runs; none may begin after it.
  const query = async (...question: unknown[]): Promise<unknown> => {
    signal?.throwIfAborted();
    return Reflect.apply(client.query, client, question);
  };
  const abortable = new Proxy(client, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel);
    await client.query('begin isolation level repeatable read read only');
    await query(first);
    return await work(drizzle({ client: abortable }));
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await cancelling;
    // Nothing was written, so either end is the same, and this one is possible after a failure.
    await client.query('rollback').then(
      () => {
        isBroken = false;
      },
      () => undefined,
    );
    client.release(isBroken);
  }
}

export interface SharedRead<Result> {
  /** Fails when the caller's own signal is aborted. The read itself ends when the signals of all callers who joined are. */
  join(): Promise<Result>;
  /** Whether no caller is left, so that the read cannot be joined any more. */
  isAbandoned(): boolean;
}

/** One read for all callers who need the same. */
export function shareRead<Result>(read: () => Promise<Result>): SharedRead<Result> {
  const abandoned = new AbortController();
  let wanting = 0;
  const result = runAbortably(abandoned.signal, read);
  result.catch(() => undefined);
  return {
    isAbandoned: () => abandoned.signal.aborted,
    join: () => {
      wanting += 1;
      const signal = callerSignal.getStore();
      if (signal === undefined) return result;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const leave = () => {
        wanting -= 1;
        reject(signal.reason);
        if (wanting === 0) abandoned.abort(signal.reason);
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave);
      result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
      return promise;
    },
  };
}
