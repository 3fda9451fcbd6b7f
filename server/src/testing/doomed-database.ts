/**
 * A database as a server sees it that is killed in the middle of its work: the chosen statement is never
 * sent, and nothing after it gets through, not even a rollback. What was not committed by then is undone
 * by the database, as it is for a process that is gone.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from '../database/database.ts';

export class Killed extends Error {}

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
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const clients: pg.PoolClient[] = [];
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    clients.push(client);
  });
  pool.on('error', () => undefined);
  const sent: string[] = [];
  let isDead = false;
  const kill = (): never => {
    isDead = true;
    throw new Killed(`killed after ${sent.length} statements`);
  };
  const logQuery = (statement: string): void => {
    if (isDead || sent.length + 1 >= dieAt) kill();
    sent.push(statement);
  };
  // The pool itself would wait for connections that nobody gives back any more.
  const bury = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end()));
  };
  return { database: drizzle({ client: pool, logger: { logQuery } }), sent, kill, bury };
}
