/** Words of a question as they are compared: without case, accents and punctuation. Pure. */

/** The words with their places in the text; a range such as `10-50` and a day stay one word. */
export function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[\s,;:?!()"“”]+/)
    .map(withoutMarks)
    .filter((word) => word !== '');
}

/** Signs that people write instead of words. */
const SIGNS: readonly (readonly [sign: RegExp, words: string])[] = [
  [/!=|<>|≠/g, ' not '],
  [/>=|=>|≥/g, ' at least '],
  [/<=|=<|≤/g, ' at most '],
  [/>/g, ' over '],
  [/</g, ' under '],
  [/=/g, ' '],
  [/’/g, "'"],
  [/[‐‑–—]/g, '-'],
  // "50 - 200" is a range, "-weaving" an exclusion, "-5" a number.
  [/(?<=\d[\p{L}%]*)\s+-\s+(?=[\d$€£¥])/gu, ' to '],
  [/(?<=^|\s)-(?=\p{L})/gu, ' not '],
];

/** A comma between two parts of a question. */
export const COMMA = ',';

/**
 * The words of a whole question. What stands in quotation marks is one word, with a mark at its beginning (`isPhrase`): it is
 * searched for and says nothing else. Numbers keep their sign, their separators, a currency other than dollars, and a percent
 * sign, so that what is no plain number is not read as one.
 */
export function questionWords(text: string): readonly string[] {
  const folded = fold(text).replace(/(?<=^|\s)-(?=["“”„])/g, 'not ');
  return Array.from(folded.matchAll(/["“”„]([^"“”„]*)(?:["“”„]|$)|[^"“”„]+/g)).flatMap(({ 0: plain, 1: phrase }) => {
    if (phrase === undefined) return plainWords(plain);
    const words = wordsOf(phrase).join(' ');
    return words === '' ? [] : [`"${words}`];
  });
}

export function isPhrase(word: string): boolean {
  return word.startsWith('"');
}

function plainWords(text: string): readonly string[] {
  return SIGNS.reduce((written, [sign, words]) => written.replace(sign, words), text)
    .replace(/,(?!\d)|(?<!\d),|;/g, ` ${COMMA} `)
    .split(/[\s:?!()]+/)
    .map((word) => {
      if (word === COMMA) return word;
      if (!/^[$+-]*\.?\d/.test(word)) return withoutMarks(word);
      return word.replace(/^(-?)\$/, '$1').replace(/[^\p{L}\p{N}+%€£¥]+$/u, '');
    })
    .filter((word) => word !== '');
}

function withoutMarks(word: string): string {
  return word.replace(/^[^\p{L}\p{N}€£¥]+|[^\p{L}\p{N}+%€£¥]+$/gu, '');
}

/** `FinTech`, `fin-tech` and `fin tech` are the same. */
export function squeeze(words: string | readonly string[]): string {
  return fold(typeof words === 'string' ? words : words.join('')).replace(/[^\p{L}\p{N}+]/gu, '');
}

export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of the longest of the phrases that the words begin with; 0: none. */
export function phraseLength(phrases: ReadonlyMap<string, unknown>, words: readonly string[], maxWords: number): number {
  if (words[0] === COMMA) return 0;
  for (let length = Math.min(maxWords, words.length); length > 0; length -= 1) {
    const some = words.slice(0, length);
    if (!some.some(isPhrase) && some.at(-1) !== COMMA && phrases.has(squeeze(some))) return length;
  }
  return 0;
}
