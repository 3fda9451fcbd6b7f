/** An option that is a whole number; its thousands may be separated. @throws {Error} naming the invalid option */
export function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text.replaceAll(/[_,]/g, ''));
  if (!Number.isSafeInteger(value) || value < least)
    throw new Error(`${option}: ${text} must be an integer of at least ${least}`);
  return value;
}
