/** Valid passwords: 6 to 40 characters, and not among those that are guessed early. */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@leadloom/shared/domain/password-length';
import { isGuessable, type PasswordOwner } from './guessable-password.ts';

type PasswordFault = Extract<ErrorCode, `PASSWORD.${string}`>;

/** The host of the server's address, for `judgePassword`. */
export function hostOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}

/** Length counts characters, not bytes or UTF-16 units. */
export function judgePasswordLength(password: string): PasswordFault | null {
  const length = [...password.normalize('NFC')].length;
  if (length < PASSWORD_MIN_LENGTH) return 'PASSWORD.TOO_SHORT';
  if (length > PASSWORD_MAX_LENGTH) return 'PASSWORD.TOO_LONG';
  return null;
}

export function judgePassword(password: string, owner: PasswordOwner): PasswordFault | null {
  return judgePasswordLength(password) ?? (isGuessable(password, owner) ? 'PASSWORD.TOO_COMMON' : null);
}
