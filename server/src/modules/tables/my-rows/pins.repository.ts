/** Pinned lists and views of an account. Every statement names the account. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../../database/database.ts';

const pinnedSchema = z.array(
  z.object({ kind: z.enum(['list', 'view']), id: z.string(), table_name: z.string(), name: z.string() }),
);

/** Finds pins by name. The table's name is the one in the database. */
export async function findPins(connection: Connection, accountId: number): Promise<z.infer<typeof pinnedSchema>> {
  const { rows } = await connection.execute(sql`
    select 'list' as kind, id::text, table_name, name from row_lists
      where account_id = ${accountId} and is_pinned and deleted_at is null and pasted_lines is null
    union all
    select 'view' as kind, id, table_name, name from table_views where account_id = ${accountId} and is_pinned
    order by name, id`);
  return pinnedSchema.parse(rows);
}
