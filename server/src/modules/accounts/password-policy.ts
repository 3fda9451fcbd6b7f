/** Valid passwords: 6 to 40 characters, not among the most common, not the email itself. */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@leadloom/shared/domain/password-length';
import { commonPasswords } from './common-passwords.ts';

type PasswordFault = Extract<ErrorCode, `PASSWORD.${string}`>;

/** Length counts characters, not bytes or UTF-16 units. */
export function judgePasswordLength(password: string): PasswordFault | null {
  const length = [...password.normalize('NFC')].length;
  if (length < PASSWORD_MIN_LENGTH) return 'PASSWORD.TOO_SHORT';
  if (length > PASSWORD_MAX_LENGTH) return 'PASSWORD.TOO_LONG';
  return null;
}

/** @param email in lower case */
export function judgePassword(password: string, email: string): PasswordFault | null {
  const fault = judgePasswordLength(password);
  if (fault !== null) return fault;
  const lowered = password.toLowerCase();
  const isGuessable = commonPasswords.has(lowered) || lowered === email || lowered === email.split('@')[0];
  return isGuessable ? 'PASSWORD.TOO_COMMON' : null;
}
