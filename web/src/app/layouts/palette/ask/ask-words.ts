/** Words of a question as they are compared: without case, accents and punctuation. Pure. */

/** The words with their places in the text; a range such as `10-50` and a day stay one word. */
export function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[\s,;:?!()"“”]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, ''))
    .filter((word) => word !== '');
}

/** `FinTech`, `fin-tech` and `fin tech` are the same. */
export function squeeze(words: string | readonly string[]): string {
  return fold(typeof words === 'string' ? words : words.join('')).replace(/[^\p{L}\p{N}+]/gu, '');
}

export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
