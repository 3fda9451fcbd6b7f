/** Lines of the operators' audit. They can be added and read, and nothing else. */
import { count, desc } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { operatorAudit } from '../../schema/operator-audit.table.ts';

type NewLine = typeof operatorAudit.$inferInsert;

export async function addLine(connection: Connection, line: NewLine): Promise<void> {
  await connection.insert(operatorAudit).values(line);
}

/** Newest first. The total counts all. */
export async function listLines(database: Connection, page: { readonly limit: number; readonly offset: number }) {
  const rows = await database
    .select()
    .from(operatorAudit)
    .orderBy(desc(operatorAudit.at), desc(operatorAudit.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await database.select({ total: count() }).from(operatorAudit);
  return { rows, total: counted?.total ?? 0 };
}
