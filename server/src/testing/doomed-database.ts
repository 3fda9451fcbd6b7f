/**
 * A database as a server sees it that is killed in the middle of its work: the chosen statement is never
 * sent, and nothing after it gets through, not even a rollback. What was not committed by then is undone
 * by the database, as it is for a process that is gone.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '../database/database.ts';

const textSchema = z.object({ text: z.string() });

class Killed extends Error {}

/** Whether an error comes from the end of a doomed database. */
export function isKilled(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Killed) return true;
  return false;
}

export interface DoomedDatabase {
  readonly database: Database;
  /** Statements that were sent so far. */
  readonly sent: string[];
  /** Throws from now on, at whatever the server does next. */
  kill(): never;
  /** Cuts every connection. */
  bury(): Promise<void>;
}

/** @param url of a test database @param dieAt number of the statement that is not sent any more, from 1 */
export function openDoomedDatabase(url: string, dieAt: number): DoomedDatabase {
  // More connections than needed: a transaction that cannot begin keeps its connection.
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const clients: pg.PoolClient[] = [];
  // The connection itself is wrapped, because some of a server's work, such as that of imports, uses one without the pool.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    clients.push(client);
    const { query } = client;
    const counted = (...given: readonly unknown[]): unknown => {
      try {
        note(given[0]);
      } catch (error) {
        // Queries that read their answers themselves get no promise.
        if (typeof Reflect.get(Object(given[0]), 'submit') === 'function') throw error;
        // As the driver fails: after a call with a callback that throws, the pool would release the connection twice.
        const callback = given.find((each) => typeof each === 'function');
        if (callback === undefined) return Promise.reject(error);
        process.nextTick(callback, error);
        return undefined;
      }
      return Reflect.apply(query, client, given);
    };
    Object.defineProperty(client, 'query', { value: counted });
  });
  pool.on('error', () => undefined);
  const sent: string[] = [];
  let isDead = false;
  const kill = (): never => {
    isDead = true;
    throw new Killed(`killed after ${sent.length} statements`);
  };
  const note = (statement: unknown): void => {
    if (isDead || sent.length + 1 >= dieAt) kill();
    sent.push(typeof statement === 'string' ? statement : (textSchema.safeParse(statement).data?.text ?? 'copy'));
  };
  // The pool itself would wait for connections that nobody gives back any more.
  const bury = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end()));
  };
  return { database: drizzle({ client: pool }), sent, kill, bury };
}
