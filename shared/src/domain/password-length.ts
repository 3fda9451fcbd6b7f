/** Allowed lengths of a password, in characters as a person counts them. */
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 40;

export type PasswordLengthProblem = 'Password is too short' | 'Password is too long';

/** The sentence to show, or null when the length is right. */
export function passwordLengthProblem(password: string): PasswordLengthProblem | null {
  const length = Array.from(password.normalize('NFC')).length;
  if (length < PASSWORD_MIN_LENGTH) return 'Password is too short';
  if (length > PASSWORD_MAX_LENGTH) return 'Password is too long';
  return null;
}
