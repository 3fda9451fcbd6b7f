/** The migrations of this version, and which of them a database has had. */
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** The folder of the migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface AppliedMigration {
  /** SHA-256 of the migration's file. */
  readonly hash: string;
  /** When the migration was made, in milliseconds since 1970. */
  readonly createdAt: number;
}

/** Lists applied migrations, oldest first; none where the database was never set up. */
export async function listMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as is_there");
  if (found[0]?.is_there !== true) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) }));
}
