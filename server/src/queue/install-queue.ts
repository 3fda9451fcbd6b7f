/** Makes the queue's own tables, or brings them up to date. Runs under the lock of the migrations. */
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import manifest from 'pg-boss/package.json' with { type: 'json' };
import { StartError } from '../process/start-error.ts';
import { bossOptions, QUEUE_SCHEMA } from './boss-options.ts';

/** @throws {StartError} when a newer version of Leadloom has brought them further */
export async function installQueue(client: pg.ClientBase): Promise<void> {
  if ((await installedVersion(client)) === manifest.pgboss.schema) return;
  // The library is loaded only here: most commands need nothing else of it, and loading takes a tenth of their time.
  const { PgBoss } = await import('pg-boss');
  await open(new PgBoss({ ...bossOptions(client), migrate: true }));
  try {
    // This start only compares the versions.
    await open(new PgBoss({ ...bossOptions(client), migrate: false }));
  } catch (cause) {
    throw new StartError('The queue in the database was changed by a newer version of Leadloom. Start that version.', { cause });
  }
}

/** The version of the queue's tables; null: there are none. */
async function installedVersion(client: pg.ClientBase): Promise<number | null> {
  const table = `${QUEUE_SCHEMA}.version`;
  const { rows: found } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [table]);
  if (found[0]?.is_there !== true) return null;
  const { rows } = await client.query<{ version: number }>(`select version from ${table}`);
  return rows[0]?.version ?? null;
}

async function open(boss: PgBoss): Promise<void> {
  const errors: Error[] = [];
  boss.on('error', (error) => void errors.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (errors[0] !== undefined) throw errors[0];
}
