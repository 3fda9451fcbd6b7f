/** Passkeys in the database. Every change is one statement, or one transaction that locks the rows it judges by. */
import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { causes, codeOf } from '../../../http/classify-error.ts';
import { accounts, passkeys, sessions } from '../../../schema/accounts.table.ts';

type Alongside = (transaction: Connection) => Promise<void>;

const UNIQUE_VIOLATION = '23505';
const USER_ID_BYTES = 32;

export type Passkey = typeof passkeys.$inferSelect;

export interface NewPasskey {
  readonly accountId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
}

/** Newest first. */
export function listPasskeys(database: Connection, accountId: number): Promise<Passkey[]> {
  return database
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(desc(passkeys.createdAt), asc(passkeys.id));
}

/** Finds a passkey of any account. */
export async function findPasskey(database: Connection, credentialId: Buffer): Promise<Passkey | null> {
  const [row] = await database.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** The account's random bytes for its authenticators, created at the first call. null: the account was deleted. */
export async function ensureUserId(database: Connection, accountId: number): Promise<Buffer | null> {
  const [row] = await database
    .update(accounts)
    .set({ passkeyUserId: sql`coalesce(${accounts.passkeyUserId}, ${randomBytes(USER_ID_BYTES)})` })
    .where(eq(accounts.id, accountId))
    .returning({ userId: accounts.passkeyUserId });
  return row?.userId ?? null;
}

export type Addition =
  | { readonly state: 'added'; readonly passkey: Passkey }
  | { readonly state: 'full' }
  | { readonly state: 'known' };

/**
 * The lock on the account keeps parallel calls below the limit.
 * @param alongside runs in the same transaction
 */
export async function addPasskey(
  database: Database,
  passkey: NewPasskey,
  limit: number,
  alongside: Alongside,
): Promise<Addition> {
  try {
    return await database.transaction(async (transaction): Promise<Addition> => {
      const { accountId } = passkey;
      await transaction.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
      const [held] = await transaction.select({ total: count() }).from(passkeys).where(eq(passkeys.accountId, accountId));
      if ((held?.total ?? 0) >= limit) return { state: 'full' };
      const [row] = await transaction
        .insert(passkeys)
        .values({ ...passkey, id: randomUUID() })
        .returning();
      if (row === undefined) throw new Error('an insert returned no row');
      await alongside(transaction);
      return { state: 'added', passkey: row };
    });
  } catch (error) {
    if (causes(error).some((cause) => codeOf(cause) === UNIQUE_VIOLATION)) return { state: 'known' };
    throw error;
  }
}

/** Renames a passkey; null: the account has no such passkey. */
export async function renamePasskey(
  database: Database,
  accountId: number,
  passkeyId: string,
  name: string,
): Promise<Passkey | null> {
  const [row] = await database.update(passkeys).set({ name }).where(isOwn(accountId, passkeyId)).returning();
  return row ?? null;
}

interface Removal {
  readonly accountId: number;
  readonly passkeyId: string;
  /** The session that makes the removal. It is not ended, but loses the passkey. */
  readonly sessionId: string;
  readonly now: Date;
}

/**
 * Removes a passkey and ends the other sessions that it opened. The lock makes a parallel sign-in with it come before,
 * whose session ends too, or fail.
 * @param alongside runs in the same transaction
 * @returns false if the account has no such passkey
 */
export async function removePasskey(
  database: Database,
  { accountId, passkeyId, sessionId, now }: Removal,
  alongside: (transaction: Connection, removed: Passkey) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [held] = await transaction.select().from(passkeys).where(isOwn(accountId, passkeyId)).for('update');
    if (held === undefined) return false;
    await transaction
      .update(sessions)
      .set({ revokedAt: now, revokedReason: 'passkey' })
      .where(and(eq(sessions.passkeyId, passkeyId), ne(sessions.id, sessionId), isNull(sessions.revokedAt)));
    await transaction.delete(passkeys).where(isOwn(accountId, passkeyId));
    await alongside(transaction, held);
    return true;
  });
}

/**
 * Records a use. The counter of an authenticator that has one must have grown, so that of two copies of it one is refused.
 * @returns false if it did not grow, or the passkey was removed
 */
export async function noteUse(database: Database, passkeyId: string, counter: number, now: Date): Promise<boolean> {
  const isUncounted = and(eq(passkeys.counter, 0), sql`${counter} = 0`);
  const { rowCount } = await database
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, passkeyId), or(isUncounted, sql`${passkeys.counter} < ${counter}`)));
  return rowCount === 1;
}

/** Renews a session's proof. @returns false if the session has ended, or the passkey was removed */
export async function proveByPasskey(
  database: Database,
  { sessionId, passkeyId, now }: { readonly sessionId: string; readonly passkeyId: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await database
    .update(sessions)
    .set({ provedAt: now, passkeyId, passkeyAt: now })
    .from(passkeys)
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        eq(passkeys.id, passkeyId),
        eq(passkeys.accountId, sessions.accountId),
      ),
    );
  return rowCount === 1;
}

function isOwn(accountId: number, passkeyId: string) {
  return and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId));
}
