/**
 * Staged rows as they were before some of them took the keys of others (`find-again.ts`). They are matched once more if the
 * table they were matched with has changed.
 */
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { FOLDED, openFolded } from './folded-rows.ts';
import { STAGED } from './staging-table.ts';

const COPIED_TABLES = [
  { rows: STAGED, unmoved: sql.identifier('import_unmoved_rows') },
  { rows: FOLDED, unmoved: sql.identifier('import_unmoved_folded_rows') },
] as const;

export async function keepUnmoved(connection: Connection): Promise<void> {
  await openFolded(connection);
  for (const { rows, unmoved } of COPIED_TABLES)
    await connection.execute(sql`create temporary table ${unmoved} as table ${rows}`);
}

/** Puts them back. */
export async function takeUnmoved(connection: Connection): Promise<void> {
  for (const { rows, unmoved } of COPIED_TABLES) {
    await connection.execute(sql`delete from ${rows}`);
    await connection.execute(sql`insert into ${rows} table ${unmoved}`);
  }
}
