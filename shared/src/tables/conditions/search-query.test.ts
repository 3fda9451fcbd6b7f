import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSearch, SEARCH_TERMS_LIMIT, type SearchTerm } from './search-query.ts';

const words = (text: string): SearchTerm => ({ text, isPhrase: false, isExcluded: false });
const phrase = (text: string): SearchTerm => ({ text, isPhrase: true, isExcluded: false });
const without = ({ text, isPhrase }: SearchTerm): SearchTerm => ({ text, isPhrase, isExcluded: true });

const unchanged = [
  'kiln energy',
  'kiln   energy',
  'C++ 50% .NET AT&T',
  'e-commerce Müller-Schmidt',
  'https://www.acme.example/in/some-body?x=-1',
  'mailto:someone@acme.example',
  'Acme GmbH & Co. KG',
  '株式会社キルン エネルギー',
  '12" vinyl',
  'a - b',
  'a -- b',
  'kiln or energy Or power',
  'ORACLE',
  "O'Neill (-x) x-",
];

it('a search without operators is one term, as it was typed', () => {
  for (const text of unchanged) expect(readSearch(text), text).toEqual([{ terms: [words(text)] }]);
  expect(readSearch('  kiln energy ')).toEqual([{ terms: [words('kiln energy')] }]);
});

const cases: readonly (readonly [typed: string, ...alternatives: readonly (readonly SearchTerm[])[]])[] = [
  ['"solar power"', [phrase('solar power')]],
  ['kiln "solar power" energy plant', [words('kiln'), phrase('solar power'), words('energy plant')]],
  ['“solar power” „wind farm“', [phrase('solar power'), phrase('wind farm')]],
  ['"solar power', [phrase('solar power')]],
  ['kiln "solar', [words('kiln'), phrase('solar')]],
  ['"a b""c d"e', [phrase('a b'), phrase('c d'), words('e')]],
  ['kiln -energy', [words('kiln'), without(words('energy'))]],
  ['kiln -energy plant', [words('kiln'), without(words('energy')), words('plant')]],
  ['-energy', [without(words('energy'))]],
  ['-energy -"solar power"', [without(words('energy')), without(phrase('solar power'))]],
  ['-"solar power', [without(phrase('solar power'))]],
  ['kiln -C++ -e-commerce', [words('kiln'), without(words('C++')), without(words('e-commerce'))]],
  ['kiln - "solar power"', [words('kiln -'), phrase('solar power')]],
  ['a b OR c', [words('a b')], [words('c')]],
  ['a OR b c -d OR "e f"', [words('a')], [words('b c'), without(words('d'))], [phrase('e f')]],
  ['a OR -b', [words('a')], [without(words('b'))]],
  ['"a"OR "b"', [phrase('a')], [phrase('b')]],
  ['kiln"solar power"', [words('kiln"solar power"')]],
  ['OR kiln', [words('kiln')]],
  ['Portland OR', [words('Portland')]],
  ['OR a OR OR b OR', [words('a')], [words('b')]],
  ['OR', [words('OR')]],
  ['"OR" x', [phrase('OR'), words('x')]],
  ['a -OR b', [words('a'), without(words('OR')), words('b')]],
  ['"kiln" & "power"', [phrase('kiln'), phrase('power')]],
  ['kiln OR ...', [words('kiln')]],
  ['kiln "" -"" - "…"', [words('kiln')]],
  [''],
  ['  '],
  ['""'],
  ['...'],
  ['-'],
];

it('phrases, exclusions and alternatives are read', () => {
  for (const [typed, ...alternatives] of cases) {
    expect(readSearch(typed), typed).toEqual(alternatives.map((terms) => ({ terms })));
  }
});

it('terms beyond the limit are left out', () => {
  const typed = Array.from({ length: 40 }, (_, index) => `"w${index}"`);
  expect(readSearch(typed.join(' '))).toEqual([
    { terms: typed.slice(0, SEARCH_TERMS_LIMIT).map((text) => phrase(text.slice(1, -1))) },
  ]);
  expect(readSearch(typed.join(' OR '))).toHaveLength(SEARCH_TERMS_LIMIT);
});

it('every text is read as terms that say something, within the limit', () => {
  const typed = fc.array(fc.constantFrom('"', '-', 'OR', ' ', 'a', 'é', '“', '\n', '株', '...', '🙂'), { maxLength: 80 });
  fc.assert(
    fc.property(typed, (parts) => {
      const terms = readSearch(parts.join('')).flatMap((alternative) => {
        expect(alternative.terms.length).toBeGreaterThan(0);
        return alternative.terms;
      });
      expect(terms.length).toBeLessThanOrEqual(SEARCH_TERMS_LIMIT);
      for (const { text } of terms) expect(text).toMatch(/[\p{L}\p{N}]/u);
    }),
    { seed: 1103, numRuns: 1000 },
  );
});
