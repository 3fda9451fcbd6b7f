/**
 * First and last names of people whose whole name is known. Only a name of exactly two plain words is divided: what is first
 * and what is last in any other is a guess, and a wrong name in a salutation is worse than none.
 */

/**
 * Titles are no first names, and abbreviations, commas and digits mean that the words are something else. The database and the
 * program read the expression alike; letter case is ignored.
 */
export const TWO_WORD_NAME = '^(?!(?:dr|prof|mr|mrs|ms|miss|sir|dame|herr|frau)\\s)[^\\s.,;:()"@/&0-9]+\\s+[^\\s.,;:()"@/&0-9]+$';

const twoWords = new RegExp(TWO_WORD_NAME, 'i');

/** `Ada Holt` → `['Ada', 'Holt']`; null: it is not certain what is what. */
export function namePartsOf(name: string): readonly [string, string] | null {
  const trimmed = name.trim();
  const [first, last] = trimmed.split(/\s+/);
  return twoWords.test(trimmed) && first !== undefined && last !== undefined ? [first, last] : null;
}
