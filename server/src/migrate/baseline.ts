/**
 * The first migration makes at once what sixty migrations made before anything was released. A database that has had all of them is
 * what it makes, so that the baseline takes their place in its record and nothing else changes. One that has had only some of them is
 * refused: the statements that it lacks are no longer here.
 */
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { StartError } from '../process/start-error.ts';
import { type AppliedMigration, MIGRATIONS } from './applied-migrations.ts';

/** The last of the sixty. */
const LAST_BEFORE = {
  name: '0059_counted_rows',
  hash: '99867b57b97bd923a608c05efdfbe00e2fb7f6fb15ece887802952fb990bcaa6',
  createdAt: 1_795_927_463_628,
};

/**
 * The migrations a database has had, in terms of the current files.
 * @param applied to a database, or to that of a backup, oldest first
 * @returns the same array where it holds no migration from before the baseline
 * @throws {StartError} when the last of the sixty is missing
 */
export function sinceBaseline(applied: readonly AppliedMigration[]): readonly AppliedMigration[] {
  const baseline = readBaseline();
  const last = applied.findIndex(({ hash }) => hash === LAST_BEFORE.hash);
  if (last >= 0) return [baseline, ...applied.slice(last + 1)];
  if (applied.every(({ createdAt }) => createdAt >= baseline.createdAt)) return applied;
  throw new StartError(
    'The data is of a version of Leadloom that this one can no longer bring up to date. First start the last version that has ' +
      `server/migrations/${LAST_BEFORE.name}.sql on it once: "Data from before the baseline" in docs/upgrading.md says how.`,
  );
}

/**
 * Puts the baseline in the place of the sixty in a database's record.
 *
 * @param client whose connection is its own, under the lock of migrations
 */
export async function recordBaseline(client: pg.ClientBase): Promise<void> {
  const { hash, createdAt } = readBaseline();
  await client.query('begin');
  try {
    await client.query('delete from drizzle.__drizzle_migrations where created_at <= $1', [LAST_BEFORE.createdAt]);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, createdAt]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

function readBaseline(): AppliedMigration {
  const [baseline] = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  if (baseline === undefined) throw new Error(`${MIGRATIONS} holds no migration`);
  return { hash: baseline.hash, createdAt: baseline.folderMillis };
}
