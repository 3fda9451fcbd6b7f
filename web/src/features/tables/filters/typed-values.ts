/** Several values typed or pasted at once, one per comma, semicolon, tab or line. */
import { FILTER_TEXT_LIMIT, FILTER_VALUES_LIMIT } from '@leadloom/shared/tables/filter-query';

const SEPARATORS = /[,;\t\n\r]+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: nobody looks for them, and the server refuses them
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

export function hasSeparator(text: string): boolean {
  return SEPARATORS.test(text);
}

/** Without blanks around, without repetition. Longer ones than any value are cut. */
export function splitTyped(text: string): readonly string[] {
  return [...new Set(text.split(SEPARATORS).map(cleanValue))].filter((value) => value !== '');
}

/** What may be looked for of what was typed. */
export function cleanValue(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_CHARACTERS, ' ').trim().slice(0, FILTER_TEXT_LIMIT).toWellFormed().trim();
}

/** Both lists in one, up to what a filter takes. */
export function joinValues(
  chosen: readonly string[],
  added: readonly string[],
): { readonly values: readonly string[]; readonly leftOut: number } {
  const all = [...new Set([...chosen, ...added])];
  return { values: all.slice(0, FILTER_VALUES_LIMIT), leftOut: Math.max(0, all.length - FILTER_VALUES_LIMIT) };
}
