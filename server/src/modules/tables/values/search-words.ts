/**
 * The characters that end a word in the text search. The database's parser keeps some punctuation inside words: the dots of
 * a host, and everything beyond ASCII, such as curly quotes and dashes. So the index treats marks and symbols, by code
 * point, as blanks, and queries are split at the same characters.
 */
const BREAKS: readonly (readonly [from: number, to: number])[] = [
  // The blank itself is missing: replacing it by a blank costs most of the time that the index spends here.
  [0x01, 0x1f],
  [0x21, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xa9],
  [0xab, 0xb1],
  [0xb4, 0xb4],
  [0xb6, 0xb8],
  [0xbb, 0xbb],
  [0xbf, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  // The range has spaces, dashes, quotes, arrows and signs.
  [0x2000, 0x2bff],
  // These ranges have Chinese and Japanese punctuation, and full-width forms.
  [0x3000, 0x3004],
  [0x3007, 0x3030],
  [0xfe00, 0xfe4f],
  [0xff00, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  // The range has emoji and pictographs.
  [0x1f000, 0x1faff],
];
/** More words would make a search read whole tables without need. */
const SEARCH_WORDS_LIMIT = 12;

const hex = (point: number, digits: number) => point.toString(16).padStart(digits, '0');
const inSql = (point: number) => (point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`);
const inScript = (point: number) => `\\u{${hex(point, 1)}}`;

function rangesIn(write: (point: number) => string): string {
  const ranges = BREAKS.map(([from, to]) => (from === to ? write(from) : `${write(from)}-${write(to)}`));
  return `[${ranges.join('')}]+`;
}

/** The breaks in the syntax of PostgreSQL's regular expressions, as in its function `search_words`. */
export const WORD_BREAKS_SQL = rangesIn(inSql);
const wordBreaks = new RegExp(rangesIn(inScript), 'u');

/**
 * The words of a text. They have only letters, marks and digits, so that typed text never contains an operator of the query
 * language.
 */
export function searchWords(text: string): readonly string[] {
  return text
    .normalize('NFC')
    .split(wordBreaks)
    .flatMap((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .slice(0, SEARCH_WORDS_LIMIT);
}
