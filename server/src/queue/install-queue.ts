/** Makes the queue's own tables, or brings them up to date. Runs under the lock of the migrations. */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { StartError } from '../process/start-error.ts';
import { bossOptions } from './boss-options.ts';

/** @throws {StartError} when a newer version of Leadloom has brought them further */
export async function installQueue(client: pg.ClientBase): Promise<void> {
  await open(new PgBoss({ ...bossOptions(client), migrate: true }));
  try {
    // It does nothing but compare the versions.
    await open(new PgBoss({ ...bossOptions(client), migrate: false }));
  } catch (cause) {
    throw new StartError('The queue in the database was changed by a newer version of Leadloom. Start that version.', { cause });
  }
}

async function open(boss: PgBoss): Promise<void> {
  const errors: Error[] = [];
  boss.on('error', (error) => void errors.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (errors[0] !== undefined) throw errors[0];
}
