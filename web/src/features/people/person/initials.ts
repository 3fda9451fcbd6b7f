/** The first letters of the first and the last word; empty if there are none, as in a name of symbols. */
export function initialsOf(name: string | null): string {
  const words = (name ?? '').split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /\p{L}|\p{N}/u.exec(word ?? '')?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}
