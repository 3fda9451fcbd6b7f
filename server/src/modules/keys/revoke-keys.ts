/** Ends all API keys of an account, as part of a change that is to leave nobody else a way in. */
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { apiKeys } from './keys.table.ts';

/** @param connection the database, or the transaction of the change @returns how many there were */
export async function revokeAllKeys(connection: Pick<Database, 'delete'>, accountId: number): Promise<number> {
  const { rowCount } = await connection.delete(apiKeys).where(eq(apiKeys.accountId, accountId));
  return rowCount ?? 0;
}
