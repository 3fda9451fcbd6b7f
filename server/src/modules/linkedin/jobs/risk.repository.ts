/** When each account accepted the risk that collecting has for a LinkedIn account. */
import { eq } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { linkedinRiskAcceptances } from '../../../schema/linkedin.table.ts';

export async function findRiskAcceptance(connection: Connection, accountId: number): Promise<Date | null> {
  const [row] = await connection
    .select({ acceptedAt: linkedinRiskAcceptances.acceptedAt })
    .from(linkedinRiskAcceptances)
    .where(eq(linkedinRiskAcceptances.accountId, accountId));
  return row?.acceptedAt ?? null;
}

/** The first acceptance is kept. @returns its time */
export async function recordRiskAcceptance(connection: Connection, accountId: number, at: Date): Promise<Date> {
  await connection.insert(linkedinRiskAcceptances).values({ accountId, acceptedAt: at }).onConflictDoNothing();
  return (await findRiskAcceptance(connection, accountId)) ?? at;
}
