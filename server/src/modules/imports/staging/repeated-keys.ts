/** The keys that several staged rows have. Files have few of them, so one look at all rows serves all questions about them. */
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { STAGED } from './staging-table.ts';

/** The repeated keys, each with its last line, and how many of its rows have another key to fall back on. */
export const REPEATED = sql.identifier('import_repeated_keys');

/** Notes them anew. @returns how many they are */
export async function noteRepeatedKeys(connection: Pick<Connection, 'execute'>): Promise<number> {
  await connection.execute(sql`drop table if exists ${REPEATED}`);
  const { rowCount } = await connection.execute(sql`
    create temporary table ${REPEATED} as
    select canonical_key, max(line) as line, count(next_key) as sharing from ${STAGED} group by canonical_key having count(*) > 1`);
  return rowCount ?? 0;
}
