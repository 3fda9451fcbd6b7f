/** Rows of accounts and of the codes mailed to them. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { accounts, mailedCodes } from '../../schema/accounts.table.ts';
import type { CodePurpose } from './mailed-codes/mailed-codes.repository.ts';

export type Account = typeof accounts.$inferSelect;

export interface NewCode {
  readonly accountId: number;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** With `email`: the address the code is mailed to. */
  readonly newEmail?: string;
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

/** @param database the pool, or a transaction to join */
export function createAccountsRepository(database: Connection) {
  return {
    /**
     * Adds an account, or finds the one with this address. Both cases write and commit one row, so that the
     * response time does not differ.
     */
    async addOrFind(email: string, passwordHash: string, createdAt: Date): Promise<{ id: number; isNew: boolean }> {
      const [row] = await database
        .insert(accounts)
        .values({ email, passwordHash, createdAt })
        .onConflictDoUpdate({ target: accounts.email, set: { email: sql`excluded.email` } })
        .returning({ id: accounts.id, isNew: sql<boolean>`(xmax = 0)` });
      if (row === undefined) throw new Error('an upsert returned no row');
      return row;
    },

    async findByEmail(email: string) {
      const [row] = await database.select().from(accounts).where(eq(accounts.email, email));
      return row ?? null;
    },

    async findById(id: number) {
      const [row] = await database.select().from(accounts).where(eq(accounts.id, id));
      return row ?? null;
    },

    async markLinkedInOnboarded(id: number): Promise<void> {
      await database.update(accounts).set({ linkedinOnboarded: true }).where(eq(accounts.id, id));
    },

    /** Verifies without a code, for accounts that the server creates itself. A verified account keeps its dates. */
    async markVerified(id: number, verifiedAt: Date, trialEndsAt: Date): Promise<void> {
      await database
        .update(accounts)
        .set({ verifiedAt, trialEndsAt })
        .where(and(eq(accounts.id, id), isNull(accounts.verifiedAt)));
    },

    /** Removes an account and everything it owns. */
    async remove(email: string): Promise<void> {
      await database.delete(accounts).where(eq(accounts.email, email));
    },

    /** Replaces a hash by one of the same password, unless the password was changed in the meantime. */
    async replaceHash(id: number, oldHash: string | null, newHash: string): Promise<boolean> {
      const { rowCount } = await database
        .update(accounts)
        .set({ passwordHash: newHash })
        .where(and(eq(accounts.id, id), sql`${accounts.passwordHash} is not distinct from ${oldHash}`));
      return rowCount === 1;
    },

    /**
     * Stores a code and ends older unused ones for the same purpose.
     * @returns false if the account was deleted
     */
    async addCode(code: NewCode): Promise<boolean> {
      return database.transaction(async (transaction) => {
        // The lock keeps two parallel codes from both being the newest.
        const [owner] = await transaction
          .select({ id: accounts.id })
          .from(accounts)
          .where(eq(accounts.id, code.accountId))
          .for('no key update');
        if (owner === undefined) return false;
        await transaction
          .update(mailedCodes)
          .set({ supersededAt: code.createdAt })
          .where(
            and(
              eq(mailedCodes.accountId, code.accountId),
              eq(mailedCodes.purpose, code.purpose),
              isNull(mailedCodes.usedAt),
              isNull(mailedCodes.supersededAt),
            ),
          );
        await transaction.insert(mailedCodes).values(code);
        return true;
      });
    },

    async hasCode(purpose: CodePurpose, codeHash: Buffer): Promise<boolean> {
      const rows = await database
        .select({ purpose: mailedCodes.purpose })
        .from(mailedCodes)
        .where(and(eq(mailedCodes.codeHash, codeHash), eq(mailedCodes.purpose, purpose)));
      return rows.length > 0;
    },

    async deleteCodesExpiredBefore(time: Date): Promise<void> {
      await database.delete(mailedCodes).where(lt(mailedCodes.expiresAt, time));
    },
  };
}
