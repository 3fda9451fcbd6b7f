/**
 * Reads that end when their caller leaves: a query on a cancellable pool inside `whileWanted` is cancelled in the
 * database when the signal is aborted, so that nothing is sorted or counted in vain.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { z } from 'zod';

const wanted = new AsyncLocalStorage<AbortSignal>();

/** @param signal once it is aborted, reads fail with its reason */
export function whileWanted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return wanted.run(signal, work);
}

/** @param cancels asked to cancel what another connection does; it must have room while the pool has none */
export function cancellable(pool: pg.Pool, cancels: pg.Pool): pg.Pool {
  const query = async (...question: unknown[]): Promise<unknown> => {
    const signal = wanted.getStore();
    if (signal === undefined) return Reflect.apply(pool.query, pool, question);
    signal.throwIfAborted();
    const client = await pool.connect();
    return queryWhileWanted(client, question, { signal, cancels });
  };
  return new Proxy(pool, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

interface Wanted {
  readonly signal: AbortSignal;
  readonly cancels: pg.Pool;
}

async function queryWhileWanted(client: pg.PoolClient, question: unknown[], { signal, cancels }: Wanted): Promise<unknown> {
  let cancelling: Promise<unknown> | null = null;
  let isBroken = false;
  const cancel = () => {
    cancelling = cancels.query('select pg_cancel_backend($1)', [processOf(client)]).catch(() => undefined);
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel);
    return await Reflect.apply(client.query, client, question);
  } catch (error) {
    isBroken = !signal.aborted && !(error instanceof pg.DatabaseError && error.severity === 'ERROR');
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Whoever has the connection next must not be cancelled in our place.
    await cancelling;
    client.release(isBroken);
  }
}

/** The driver knows it since it connected, though its types do not. */
function processOf(client: pg.PoolClient): number {
  return z.int().parse(Reflect.get(client, 'processID'));
}

export interface SharedRead<Result> {
  /** Fails when the caller's own signal is aborted. The read itself ends when the signals of all callers who joined are. */
  join(): Promise<Result>;
  /** No caller is left: it cannot be joined. */
  isAbandoned(): boolean;
}

/** One read for all who want the same. */
export function shareRead<Result>(read: () => Promise<Result>): SharedRead<Result> {
  const abandoned = new AbortController();
  let wanting = 0;
  const result = whileWanted(abandoned.signal, read);
  result.catch(() => undefined);
  return {
    isAbandoned: () => abandoned.signal.aborted,
    join: () => {
      wanting += 1;
      const signal = wanted.getStore();
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
