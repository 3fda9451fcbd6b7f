/**
 * Sorts the options for a typed text: those that start with it, then those with such a word, then those that
 * contain it elsewhere.
 */
import { rankSuggestions } from '@leadloom/shared/domain/suggestion-rank';

interface Typed {
  readonly inputValue: string;
}

/**
 * Makes the `filterOptions` of one of MUI's lists, the best match first.
 * @param limit how many are shown: a longer list is searched, not read
 * /
 */
export function bestFirst<Option>(labelOf: (option: Option) => string, limit = Number.POSITIVE_INFINITY) {
  return (options: readonly Option[], { inputValue }: Typed): Option[] => {
    const typed = fold(inputValue.trim());
    return (typed === '' ? options : rankSuggestions(options, typed, (option) => fold(labelOf(option)))).slice(0, limit);
  };
}

/** `Österreich` is found by `oster`. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
