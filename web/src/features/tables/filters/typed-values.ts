/** Several values typed or pasted at once, one per comma, semicolon, tab or line. */
import { FILTER_VALUES_LIMIT } from '@leadloom/shared/tables/filter-query';
import { cleanValue } from '../../../components/filter-fields/clean-value.ts';

const SEPARATORS = /[,;\t\n\r]+/;

export function hasSeparator(text: string): boolean {
  return SEPARATORS.test(text);
}

/** Without blanks around, without repetition. Longer ones than any value are cut. */
export function splitTyped(text: string): readonly string[] {
  return [...new Set(text.split(SEPARATORS).map(cleanValue))].filter((value) => value !== '');
}

/** Both lists in one, up to what a filter takes. */
export function joinValues(
  chosen: readonly string[],
  added: readonly string[],
): { readonly values: readonly string[]; readonly leftOut: number } {
  const all = [...new Set([...chosen, ...added])];
  return { values: all.slice(0, FILTER_VALUES_LIMIT), leftOut: Math.max(0, all.length - FILTER_VALUES_LIMIT) };
}
