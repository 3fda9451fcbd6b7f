/** A number as people type it. */
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** @returns the number in its shortest form, empty for an empty text; null: it is no number */
export function readNumber(text: string): string | null {
  const typed = text.trim().replace('−', '-');
  if (typed === '') return '';
  const plain = GROUPED.test(typed) ? typed.replaceAll(',', '') : typed;
  return NUMBER.test(plain) ? String(Number(plain) + 0) : null;
}
