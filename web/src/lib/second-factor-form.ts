/** What the contract lets pass as a second factor: six digits or a recovery code, judged only by length. */
const SHORTEST = 6;
const LONGEST = 40;

export function isSecondFactorForm(text: string): boolean {
  const { length } = text.trim();
  return length >= SHORTEST && length <= LONGEST;
}
