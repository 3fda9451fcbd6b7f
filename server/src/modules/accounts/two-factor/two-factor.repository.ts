/**
 * The second factor in the database. Each change is one conditional statement or one transaction that locks the
 * account's row, so a code or a step is used by only one of several parallel callers. Each change makes all
 * devices invalid except those it keeps.
 */
import { and, count, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { accounts, recoveryCodes, sessions } from '../../../schema/accounts.table.ts';
import { endProofs } from '../sessions/sessions-proof.repository.ts';
import { raiseCredentialEpoch } from '../sign-in/devices.repository.ts';

/** Runs in the same transaction. */
type Alongside = (transaction: Connection) => Promise<void>;
/** Stores a secret that is still to be confirmed. @returns false if the second factor is already on */
export async function propose(database: Database, accountId: number, sealedSecret: Buffer): Promise<boolean> {
  const { rowCount } = await database
    .update(accounts)
    .set({ totpSecret: sealedSecret, totpLastStep: null })
    .where(and(eq(accounts.id, accountId), isNull(accounts.totpEnabledAt)));
  return rowCount === 1;
}

interface Confirmation {
  readonly sealedSecret: Buffer;
  /** The step of the code that confirmed it, which is thereby used. */
  readonly step: number;
  readonly codeHashes: readonly Buffer[];
  readonly storedDevices: readonly Buffer[];
  /** The session of the change, which has thereby shown the second factor. */
  readonly sessionId: string;
  readonly now: Date;
}

/** @returns false if another secret was proposed in the meantime, or another call confirmed this one */
export async function enable(
  database: Database,
  accountId: number,
  confirmation: Confirmation,
  alongside: Alongside,
): Promise<boolean> {
  const { sealedSecret, step, codeHashes, storedDevices, sessionId, now } = confirmation;
  return database.transaction(async (transaction) => {
    const { rowCount } = await transaction
      .update(accounts)
      .set({ totpEnabledAt: now, totpLastStep: step })
      .where(and(eq(accounts.id, accountId), eq(accounts.totpSecret, sealedSecret), isNull(accounts.totpEnabledAt)));
    if (rowCount !== 1) return false;
    await raiseCredentialEpoch(transaction, accountId, storedDevices);
    await transaction
      .update(sessions)
      .set({ secondFactorAt: now })
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)));
    await endProofs(transaction, accountId, sessionId);
    await writeRecoveryCodes(transaction, accountId, codeHashes);
    await alongside(transaction);
    return true;
  });
}

/** @returns false if the second factor is off */
export async function replaceRecoveryCodes(
  database: Database,
  accountId: number,
  codeHashes: readonly Buffer[],
  storedDevices: readonly Buffer[],
  alongside: Alongside,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [owner] = await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNotNull(accounts.totpEnabledAt)))
      .for('no key update');
    if (owner === undefined) return false;
    await raiseCredentialEpoch(transaction, accountId, storedDevices);
    await writeRecoveryCodes(transaction, accountId, codeHashes);
    await alongside(transaction);
    return true;
  });
}

/** Deletes the secret and the recovery codes; no session has shown a second factor any more. @returns false if it was already off */
export async function disable(
  database: Database,
  accountId: number,
  { storedDevices, sessionId }: { readonly storedDevices: readonly Buffer[]; readonly sessionId: string },
  alongside: Alongside,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { rowCount } = await transaction
      .update(accounts)
      .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null })
      .where(and(eq(accounts.id, accountId), isNotNull(accounts.totpEnabledAt)));
    if (rowCount !== 1) return false;
    await raiseCredentialEpoch(transaction, accountId, storedDevices);
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    await transaction.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.accountId, accountId));
    await endProofs(transaction, accountId, sessionId);
    await alongside(transaction);
    return true;
  });
}

/** Accounts with an authenticator, on or proposed, by id. @param afterId 0: from the first */
export async function listSealedSecrets(
  database: Database,
  afterId: number,
  limit: number,
): Promise<{ readonly id: number; readonly totpSecret: Buffer | null }[]> {
  return database
    .select({ id: accounts.id, totpSecret: accounts.totpSecret })
    .from(accounts)
    .where(and(gt(accounts.id, afterId), isNotNull(accounts.totpSecret)))
    .orderBy(accounts.id)
    .limit(limit);
}

/** Changes nothing where another secret was proposed meanwhile, or it was sealed anew by another server. */
export async function replaceSealedSecret(database: Database, accountId: number, before: Buffer, after: Buffer): Promise<void> {
  await database
    .update(accounts)
    .set({ totpSecret: after })
    .where(and(eq(accounts.id, accountId), eq(accounts.totpSecret, before)));
}

/** Uses a time step of this secret. @returns false if it or a later one was used before */
export async function spendStep(database: Database, accountId: number, sealedSecret: Buffer, step: number): Promise<boolean> {
  const { rowCount } = await database
    .update(accounts)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(accounts.id, accountId),
        eq(accounts.totpSecret, sealedSecret),
        isNotNull(accounts.totpEnabledAt),
        or(isNull(accounts.totpLastStep), lt(accounts.totpLastStep, step)),
      ),
    );
  return rowCount === 1;
}

/** @returns false if there is no such code, or it was used before */
export async function spendRecoveryCode(database: Database, accountId: number, codeHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await database
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)));
  return rowCount === 1;
}

export async function countUnusedRecoveryCodes(database: Database, accountId: number): Promise<number> {
  const [row] = await database
    .select({ total: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)));
  return row?.total ?? 0;
}

async function writeRecoveryCodes(transaction: Transaction, accountId: number, codeHashes: readonly Buffer[]): Promise<void> {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await transaction.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ accountId, codeHash })));
}
