/** The end of all API keys of an account at once. */
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { apiKeys } from './keys.table.ts';

/**
 * What was done with the keys is still told.
 * @param connection the database, or a transaction the revocation belongs to
 * @returns how many there were
 */
export async function revokeAllKeys(connection: Pick<Database, 'delete'>, accountId: number): Promise<number> {
  const { rowCount } = await connection.delete(apiKeys).where(eq(apiKeys.accountId, accountId));
  return rowCount ?? 0;
}
