/**
 * The patterns that take texts apart into words, in the syntax of PostgreSQL, whose functions contain them, and in that of
 * scripts. Pure.
 */

type Range = readonly [from: number, to: number];

/**
 * The characters that end a word in the text search. The database's parser keeps some punctuation inside words: the dots of
 * a host, and everything beyond ASCII, such as curly quotes and dashes. So the index treats marks and symbols, by code
 * point, as blanks, and queries are split at the same characters.
 */
const BREAKS: readonly Range[] = [
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
  // These ranges have spaces, dashes, quotes, arrows and signs. Numbers in circles and the like are folded first.
  [0x2000, 0x206f],
  [0x20a0, 0x20ff],
  [0x2120, 0x2122],
  [0x2190, 0x245f],
  [0x2500, 0x2bff],
  // These ranges have Chinese and Japanese punctuation, the marks between kana, and full-width forms.
  [0x3000, 0x3004],
  [0x3008, 0x3030],
  [0x30a0, 0x30a0],
  [0x30fb, 0x30fb],
  [0xfe00, 0xfe4f],
  [0xff00, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  // The range has emoji and pictographs.
  [0x1f000, 0x1faff],
];

/** Letters of scripts that put no blanks between words, and of Korean, whose words have endings. Text is folded before. */
const UNSPACED: readonly Range[] = [
  // Thai, Lao, Burmese and Khmer.
  [0x0e01, 0x0e3a],
  [0x0e40, 0x0e4e],
  [0x0e81, 0x0eba],
  [0x0ec0, 0x0ecd],
  [0x0edc, 0x0edf],
  [0x1000, 0x103f],
  [0x1780, 0x17d3],
  // Korean letters that make no syllable.
  [0x1100, 0x11ff],
  // Signs of repetition, kana, Bopomofo, and Korean letters.
  [0x3005, 0x3007],
  [0x3041, 0x3096],
  [0x3099, 0x309a],
  [0x309d, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3105, 0x312f],
  [0x3131, 0x318e],
  [0x31a0, 0x31bf],
  [0x31f0, 0x31ff],
  // Chinese characters and Korean syllables.
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xd7b0, 0xd7fb],
  [0xf900, 0xfaff],
  [0x20000, 0x3ffff],
];

/** Letters and digits are what is none of these; a name may have the signs `#`, `%` and `+`. */
const NAME_BREAKS: readonly Range[] = BREAKS.flatMap((range): readonly Range[] =>
  range[0] === 0x21
    ? [
        [0x21, 0x22],
        [0x24, 0x24],
        [0x26, 0x2a],
        [0x2c, 0x2f],
      ]
    : [range],
);

export type Syntax = 'sql' | 'script';

export interface WordPatterns {
  /** What stands between words. */
  readonly breaks: string;
  /** What stands between the words of a name whose signs count. */
  readonly nameBreaks: string;
  /** A run of letters of scripts without blanks. */
  readonly unspaced: string;
  /** A name with a sign: `AT&T`, `C++`, `C#`, `50%`, and `.NET` together with the blank before it. */
  readonly signedNames: string;
}

export function patternsIn(syntax: Syntax): WordPatterns {
  const classOf = (ranges: readonly Range[]) => ranges.map(([from, to]) => span(from, to, syntax)).join('');
  const sign = `[^ ${classOf(BREAKS)}]`;
  return {
    breaks: `[${classOf(BREAKS)}]+`,
    nameBreaks: `[${classOf(NAME_BREAKS)}]+`,
    unspaced: `[${classOf(UNSPACED)}]+`,
    signedNames: `${sign}+(?:&${sign}+)+|${sign}+[+#]{1,2}(?!${sign})|[0-9]+%| \\.[A-Za-z]${sign}*`,
  };
}

function span(from: number, to: number, syntax: Syntax): string {
  const ends = from === to ? [from] : [from, to];
  return ends.map((point) => (syntax === 'sql' ? inSql(point) : `\\u{${point.toString(16)}}`)).join('-');
}

function inSql(point: number): string {
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : `\\u${point.toString(16).padStart(4, '0')}`;
}
