/** Creates a one-time code for an account; earlier unused ones for the same purpose end. */
import type { Connection } from '../../../database/database.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import { createCode, EMAIL_CODE_HOURS, hashCode, RESET_CODE_HOURS, VERIFY_CODE_HOURS } from './mailed-code.ts';
import type { CodePurpose } from './mailed-codes.repository.ts';

const HOUR = 3600 * 1000;
const hours = { verify: VERIFY_CODE_HOURS, reset: RESET_CODE_HOURS, email: EMAIL_CODE_HOURS } as const;

interface CodeOrder {
  readonly accountId: number;
  readonly purpose: CodePurpose;
  readonly now: Date;
  /** With `email`: the address the code is mailed to. */
  readonly newEmail?: string;
  /** When the code expires; by default after the hours of its purpose. */
  readonly expiresAt?: Date;
}

/** @returns the code's plain text, to be mailed in the same transaction; null if the account was deleted */
export async function issueCode(transaction: Connection, { now, ...order }: CodeOrder): Promise<string | null> {
  const code = createCode();
  const { expiresAt = new Date(now.getTime() + hours[order.purpose] * HOUR) } = order;
  const row = { ...order, codeHash: hashCode(code), createdAt: now, expiresAt };
  return (await createAccountsRepository(transaction).addCode(row)) ? code : null;
}
