/** Connections for settings, locks and temporary tables that are to last until the connection is closed. */
import type pg from 'pg';
import type { Database } from './database.ts';

/** Pools whose connections share the sessions of a pooler. */
const sharing = new WeakSet<pg.Pool>();

export function noteSharedSessions(pool: pg.Pool): void {
  sharing.add(pool);
}

/** @throws {Error} for a pool through a pooler, where they would be lost or met by others */
export async function connectDirectly({ $client: pool }: Pick<Database, '$client'>): Promise<pg.PoolClient> {
  if (sharing.has(pool)) throw new Error('this work needs a connection past the pooler: platform.direct');
  return pool.connect();
}
