/**
 * Sensitive actions require that the owner was proved recently, by signing in or by `POST /prove`. The proof
 * belongs to one session, and refreshing does not renew it, so a stolen session soon cannot do these things. It is stored
 * with the session, so all servers and a restarted one decide the same.
 *
 * It ends with the session and with a change of the password. Turning the second factor on or off ends it in all other
 * sessions, which have not shown what the account now requires.
 */
import { batchReads } from '../../../database/batched-reads.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { findProofs, renewProof } from '../sessions/sessions-proof.repository.ts';
import type { OpenedAccount } from './owner-proof.ts';

const SECOND = 1000;
/** The clocks of two servers and of the database may differ by this much. */
const CLOCK_SECONDS = 60;

export type RecentProof = ReturnType<typeof createRecentProof>;

export function createRecentProof({
  config,
  database,
  identities,
  now,
}: Pick<Platform, 'config' | 'database' | 'identities' | 'now'>) {
  /** Proofs are read before a call has its turn, so simultaneous calls share a query. */
  const find = batchReads((sessionIds: readonly string[]) => findProofs(identities, sessionIds));
  return {
    /** @throws {AppError} AUTH.PROOF_NEEDED */
    async require(sessionId: string): Promise<void> {
      const provedAt = (await find(sessionId))?.getTime() ?? Number.NEGATIVE_INFINITY;
      const age = now().getTime() - provedAt;
      // A proof of the future was stored while the clock was ahead, and would be valid until that date.
      if (age > config.proofSeconds * SECOND || age < -CLOCK_SECONDS * SECOND) throw new AppError('AUTH.PROOF_NEEDED');
    },

    /**
     * @param account as it was when the proof was checked; a password change since then invalidates the proof
     * @throws {AppError} AUTH.PASSWORD_WRONG
     */
    async renew(sessionId: string, account: OpenedAccount): Promise<void> {
      const { id, passwordHash, totpEnabledAt } = account;
      const hasShownSecondFactor = totpEnabledAt !== null;
      const isRenewed = await renewProof(database, { sessionId, accountId: id, passwordHash, hasShownSecondFactor, now: now() });
      if (!isRenewed) throw new AppError('AUTH.PASSWORD_WRONG');
    },
  };
}
