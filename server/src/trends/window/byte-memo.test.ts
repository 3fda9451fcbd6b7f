import { expect, it } from 'vitest';
import { ByteMemo } from './byte-memo.ts';

it('each text is computed once, and its number found again', () => {
  const computed: string[] = [];
  const memo = new ByteMemo((text) => computed.push(text));
  const texts = Array.from({ length: 20_000 }, (_, at) => (at % 3 === 0 ? `tag${at}` : `größe${at}`));
  const numbersOf = () =>
    texts.map((text) => {
      const bytes = Buffer.from(`[${text}]`);
      return memo.numberOf(bytes, 1, bytes.length - 1);
    });
  const first = numbersOf();
  expect(first).toEqual(texts.map((_, at) => at + 1));
  // A few may collide with so many others that they are not remembered.
  const known = first.length;
  const again = numbersOf();
  expect(again.filter((number, at) => number === first[at]).length).toBeGreaterThan(known * 0.99);
  expect(computed.slice(0, known)).toEqual(texts);
});
