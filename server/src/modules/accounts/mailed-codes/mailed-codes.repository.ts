/** The condition under which a mailed code can be used. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { mailedCodes } from '../../../schema/accounts.table.ts';

export type CodePurpose = (typeof mailedCodes.$inferSelect)['purpose'];

/** Condition for a code that has not expired, used or not. */
export function isCodeInForce(purpose: CodePurpose, codeHash: Buffer, now: Date) {
  return and(
    eq(mailedCodes.codeHash, codeHash),
    eq(mailedCodes.purpose, purpose),
    isNull(mailedCodes.supersededAt),
    gt(mailedCodes.expiresAt, now),
  );
}
