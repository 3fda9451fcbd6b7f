import { AppError } from '../../../http/app-error.ts';
import type { Account } from '../accounts.repository.ts';

/**
 * Refuses a blocked account. Every way to sign in calls it only once the account was opened, so that nobody else learns
 * that it is blocked.
 * @throws {AppError} AUTH.UNAUTHORIZED
 */
export function refuseBlocked({ blockedAt }: Pick<Account, 'blockedAt'>, supportEmail: string): void {
  if (blockedAt === null) return;
  const detail = `This account is blocked. If you have questions, write to ${supportEmail}.`;
  throw new AppError('AUTH.UNAUTHORIZED', { detail });
}
