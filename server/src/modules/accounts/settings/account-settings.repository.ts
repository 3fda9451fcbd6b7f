/** What an owner changes of their account and chooses for it, in the database. Each change is one transaction. */
import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { causes, codeOf } from '../../../http/classify-error.ts';
import { accounts, invites, mailedCodes, sessions } from '../../../schema/accounts.table.ts';
import { accountPreferences } from '../../../schema/preferences.table.ts';
import { revokeAllKeys } from '../../keys/keys.service.ts';
import type { CodePurpose } from '../mailed-codes/mailed-codes.repository.ts';
import { markVerified, type Verification } from '../mailed-codes/verification.repository.ts';
import { endProofs } from '../sessions/sessions-proof.repository.ts';
import { raiseCredentialEpoch } from '../sign-in/devices.repository.ts';

type Alongside = (transaction: Connection) => Promise<void>;
type Account = typeof accounts.$inferSelect;

const UNIQUE_VIOLATION = '23505';

export type ProfileFields = Pick<Account, 'fullName' | 'companyName' | 'vatNumber' | 'country' | 'currency' | 'address'>;

/**
 * Changes the profile to what `decide` returns for the current one. Parallel changes run one after the other.
 * If `decide` throws, nothing changes.
 * @returns false if the account was deleted
 */
export async function changeProfile(
  database: Database,
  accountId: number,
  decide: (profile: ProfileFields) => Partial<ProfileFields>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [profile] = await transaction.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
    if (profile === undefined) return false;
    const changes = decide(profile);
    if (Object.keys(changes).length > 0) await transaction.update(accounts).set(changes).where(eq(accounts.id, accountId));
    return true;
  });
}

interface PasswordChange {
  readonly accountId: number;
  /** The session of the change, which is kept. */
  readonly sessionId: string;
  readonly oldHash: string;
  readonly newHash: string;
  /** Devices of the browser that makes the change; all others become unknown. */
  readonly storedDevices: readonly Buffer[];
  /** Whether the API keys are revoked with the sessions. */
  readonly revokeKeys: boolean;
  readonly now: Date;
}

/**
 * Changes the password, and ends all other sessions, the proof of this one, and all mailed codes that could undo the change.
 * @param alongside runs in the same transaction
 * @returns null if the password was changed in the meantime
 */
export async function changePassword(
  database: Database,
  change: PasswordChange,
  alongside: (transaction: Connection, revokedKeys: number) => Promise<void>,
): Promise<{ readonly revokedKeys: number } | null> {
  const { accountId, sessionId, oldHash, newHash, storedDevices, revokeKeys, now } = change;
  return database.transaction(async (transaction) => {
    const { rowCount } = await transaction
      .update(accounts)
      .set({ passwordHash: newHash })
      .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, oldHash)));
    if (rowCount !== 1) return null;
    await raiseCredentialEpoch(transaction, accountId, storedDevices);
    await transaction
      .update(sessions)
      .set({ revokedAt: now, revokedReason: 'password' })
      .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId), isNull(sessions.revokedAt)));
    await endProofs(transaction, accountId);
    await endCodes(transaction, accountId, ['reset', 'email'], now);
    const revokedKeys = revokeKeys ? await revokeAllKeys(transaction, accountId) : 0;
    await alongside(transaction, revokedKeys);
    return { revokedKeys };
  });
}

interface AddressChange {
  readonly accountId: number;
  readonly oldEmail: string;
  readonly newEmail: string;
}

export type Confirmation =
  | ({ readonly state: 'changed' } & AddressChange)
  /** The same code was used before; the address is already in use. */
  | { readonly state: 'done before' }
  /** The code has expired or was replaced, or the address belongs to another account by now. */
  | { readonly state: 'expired' }
  | { readonly state: 'unknown' };

/**
 * Changes the email to the address that a code was mailed to, which also verifies the account. All other codes
 * mailed to the old address end.
 * @param alongside runs in the same transaction after the change
 */
export async function confirmEmail(
  database: Database,
  codeHash: Buffer,
  verification: Verification,
  alongside: (transaction: Connection, change: AddressChange) => Promise<void>,
): Promise<Confirmation> {
  try {
    return await database.transaction(async (transaction) => {
      const confirmation = await takeOverAddress(transaction, codeHash, verification);
      if (confirmation.state === 'changed') await alongside(transaction, confirmation);
      return confirmation;
    });
  } catch (error) {
    // Only the unique index detects that another account has just taken the address.
    if (causes(error).some((cause) => codeOf(cause) === UNIQUE_VIOLATION)) return { state: 'expired' };
    throw error;
  }
}

async function takeOverAddress(transaction: Transaction, codeHash: Buffer, verification: Verification): Promise<Confirmation> {
  const { now } = verification;
  const [code] = await transaction
    .select({
      accountId: accounts.id,
      oldEmail: accounts.email,
      newEmail: mailedCodes.newEmail,
      usedAt: mailedCodes.usedAt,
      supersededAt: mailedCodes.supersededAt,
      expiresAt: mailedCodes.expiresAt,
      blockedAt: accounts.blockedAt,
    })
    .from(mailedCodes)
    .innerJoin(accounts, eq(accounts.id, mailedCodes.accountId))
    .where(and(eq(mailedCodes.codeHash, codeHash), eq(mailedCodes.purpose, 'email')))
    .for('no key update');
  if (code === undefined || code.newEmail === null) return { state: 'unknown' };
  const { accountId, oldEmail, newEmail } = code;
  if (code.expiresAt <= now || code.supersededAt !== null || code.blockedAt !== null) return { state: 'expired' };
  if (code.usedAt !== null) return { state: oldEmail === newEmail ? 'done before' : 'expired' };
  await transaction.update(accounts).set({ email: newEmail }).where(eq(accounts.id, accountId));
  await markVerified(transaction, accountId, verification);
  await endCodes(transaction, accountId, ['verify', 'reset', 'email'], now, codeHash);
  await transaction.update(mailedCodes).set({ usedAt: now }).where(eq(mailedCodes.codeHash, codeHash));
  return { state: 'changed', accountId, oldEmail, newEmail };
}

/** The parts of one transaction, in their order. */
interface Removal {
  readonly mayRemove: (transaction: Connection) => Promise<boolean>;
  readonly before: (transaction: Transaction) => Promise<void>;
  readonly alongside: Alongside;
}

/**
 * Removes an account with all rows it owns, the invites it created, and those for its address.
 * @returns false if it was already deleted, or may not be
 */
export async function removeAccount(
  database: Database,
  { accountId, email }: { readonly accountId: number; readonly email: string },
  { mayRemove, before, alongside }: Removal,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await mayRemove(transaction))) return false;
    await before(transaction);
    if (!(await removeAccountRows(transaction, { accountId, email }))) return false;
    await alongside(transaction);
    return true;
  });
}

/** The same within a transaction. */
export async function removeAccountRows(
  transaction: Connection,
  { accountId, email }: { readonly accountId: number; readonly email: string },
): Promise<boolean> {
  await transaction
    .delete(invites)
    .where(or(eq(invites.createdBy, accountId), eq(invites.email, email), eq(invites.usedBy, email)));
  const { rowCount } = await transaction.delete(accounts).where(eq(accounts.id, accountId));
  return rowCount === 1;
}

/** The first time is kept. */
export async function markFirstStepsEnded(database: Database, accountId: number, now: Date): Promise<void> {
  const isOpen = and(eq(accounts.id, accountId), isNull(accounts.firstStepsEndedAt));
  await database.update(accounts).set({ firstStepsEndedAt: now }).where(isOpen);
}

/** The first time is kept. */
export async function markRowsSeen(database: Database, accountId: number, now: Date): Promise<void> {
  const isFirst = and(eq(accounts.id, accountId), isNull(accounts.rowsSeenAt));
  await database.update(accounts).set({ rowsSeenAt: now }).where(isFirst);
}

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

async function endCodes(
  transaction: Transaction,
  accountId: number,
  purposes: readonly CodePurpose[],
  now: Date,
  except?: Buffer,
): Promise<void> {
  await transaction
    .update(mailedCodes)
    .set({ supersededAt: now })
    .where(
      and(
        eq(mailedCodes.accountId, accountId),
        inArray(mailedCodes.purpose, [...purposes]),
        isNull(mailedCodes.supersededAt),
        isNull(mailedCodes.usedAt),
        gt(mailedCodes.expiresAt, now),
        ...(except === undefined ? [] : [ne(mailedCodes.codeHash, except)]),
      ),
    );
}
