/**
 * Many values, searched at every keystroke. They are joined to one long text, in which a search takes about a
 * millisecond; testing each of 200,000 values would take far longer.
 */
import { startsWord } from '@leadloom/shared/domain/suggestion-rank';

/** The database cannot store this character, so no value contains it. */
const BETWEEN = '\0';

export interface FoundValues {
  /** Values that start with the text. */
  readonly beginnings: readonly string[];
  /** Values that contain it elsewhere; those with it at the beginning of a word first. */
  readonly inside: readonly string[];
}

export interface SearchableValues {
  readonly values: readonly string[];
  /**
   * @param typed in lower case, not empty
   * @param limit of each kind; found values keep their order
   */
  readonly find: (typed: string, limit: number) => FoundValues;
}

export function createSearchableValues(values: readonly string[]): SearchableValues {
  const lowered = values.map((value) => value.toLowerCase());
  const text = BETWEEN + lowered.join(BETWEEN) + BETWEEN;
  /** The index in the text at which each value starts. */
  const starts = new Uint32Array(values.length);
  let start = 1;
  for (const [index, value] of lowered.entries()) {
    starts[index] = start;
    start += value.length + 1;
  }

  /** Calls `visit` for each match, until it returns false. */
  function eachMatch(wanted: string, visit: (index: number, at: number) => boolean): void {
    let index = 0;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
      index = indexAt(starts, at, index);
      if (!visit(index, at)) return;
    }
  }

  return {
    values,
    find(typed, limit) {
      if (typed.includes(BETWEEN)) return { beginnings: [], inside: [] };
      const begun = new Set<number>();
      // The match starts at the separator before the value.
      eachMatch(BETWEEN + typed, (_, at) => begun.add(indexAt(starts, at + 1, 0)).size < limit);
      const words = new Set<number>();
      const others = new Set<number>();
      if (begun.size < limit)
        eachMatch(typed, (index, at) => {
          if (begun.has(index) || words.has(index)) return true;
          if (startsWord(text, at)) words.add(index);
          else if (others.size < limit) others.add(index);
          return words.size < limit;
        });
      const inside = new Set([...words, ...others]);
      return { beginnings: pick(values, begun), inside: pick(values, inside).slice(0, limit) };
    },
  };
}

function pick(values: readonly string[], indexes: ReadonlySet<number>): string[] {
  return [...indexes].flatMap((index) => values[index] ?? []);
}

/** The last value that starts at or before an offset. @param from the first value to consider */
function indexAt(starts: Uint32Array, at: number, from: number): number {
  let [low, high] = [from, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
