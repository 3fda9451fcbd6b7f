/** Rows of preferences. Every statement names the account. */
import { eq } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { accountPreferences } from '../../../schema/preferences.table.ts';

export type PreferencesRow = Pick<typeof accountPreferences.$inferSelect, 'layout' | 'layoutOffer'>;

const chosen = { layout: accountPreferences.layout, layoutOffer: accountPreferences.layoutOffer };

/** The account's preferences; null: none was chosen. */
export async function findPreferences(connection: Connection, accountId: number): Promise<PreferencesRow | null> {
  const [row] = await connection.select(chosen).from(accountPreferences).where(eq(accountPreferences.accountId, accountId));
  return row ?? null;
}

/** @param change what is undefined stays as it is */
export async function savePreferences(
  connection: Connection,
  accountId: number,
  change: { readonly [Name in keyof PreferencesRow]: PreferencesRow[Name] | undefined },
  now: Date,
): Promise<PreferencesRow | null> {
  const [row] = await connection
    .insert(accountPreferences)
    .values({ accountId, ...change, updatedAt: now })
    .onConflictDoUpdate({ target: accountPreferences.accountId, set: { ...change, updatedAt: now } })
    .returning(chosen);
  return row ?? null;
}
