/** The form of a second factor in the contract: six digits or a recovery code, checked only by length. */
const MIN_LENGTH = 6;
const MAX_LENGTH = 40;

export function isSecondFactorForm(text: string): boolean {
  const { length } = text.trim();
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}
