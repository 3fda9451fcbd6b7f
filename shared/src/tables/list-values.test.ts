import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companies } from './companies.ts';
import { filterShape, normalFilters } from './filter-query.ts';
import { asRepeated, splitList, writeListItem } from './list-values.ts';
import type { reviews } from './reviews.ts';

/** What the server makes of a query, as its parser hands it on: one text, or a list where a key came more than once. */
function meaning(key: string, sent: string | readonly string[], definition: typeof companies | typeof reviews = companies) {
  const parsed = filterShape(definition)[key]?.safeParse(sent);
  return parsed?.success === true ? normalFilters(definition, { [key]: parsed.data })[key] : parsed?.error?.issues;
}

const value = fc
  .array(fc.constantFrom('a', 'Oslo', ',', ' ', '%', '%2C', 'é', '"', ';'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '');

describe('several filter values in one text', () => {
  it('values are split at commas', () => {
    expect(meaning('country', 'Germany,France')).toEqual(['France', 'Germany']);
    expect(meaning('country', 'Germany, France')).toEqual(['France', 'Germany']);
    expect(meaning('domain', 'one.example,two.example')).toEqual(['one.example', 'two.example']);
    expect(meaning('employee_count', '0-10,10-50')).toEqual(['0-10', '10-50']);
    expect(meaning('country', ',Germany,,')).toEqual(['Germany']);
  });

  it('a text is one value if the filter offers it, or if a space follows its comma', () => {
    const offered = companies.filters.flatMap((filter) =>
      filter.kind === 'choice' ? filter.options.map((option) => [filter.key, option.value] as const) : [],
    );
    for (const [key, option] of offered) expect(meaning(key, option)).toEqual([option]);
    expect(meaning('country', 'Lands, The Far')).toEqual(['Lands, The Far']);
    expect(meaning('country', 'Lands, The Far,Oslo')).toEqual(['Lands, The Far', 'Oslo']);
  });

  it('a list is refused if one of its values is invalid', () => {
    expect(meaning('employee_count', '0-10,5-7')).toMatchObject([{ message: 'is not a range of this filter', path: [] }]);
    expect(meaning('country', 'a,b\u0007')).toMatchObject([{ message: 'must not hold control characters' }]);
    expect(meaning('country', Array.from({ length: 201 }, (_, index) => index).join(','))).toMatchObject([
      { message: 'must be 200 values at most' },
    ]);
  });

  it('repeated parameters, values joined as in addresses, and single values mean the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 5 }), (values) => {
        const all = [...values].sort();
        const repeated = asRepeated(values);
        const [only] = repeated;
        expect(meaning('country', repeated.length === 1 && only !== undefined ? only : repeated)).toEqual(all);
        expect(meaning('country', splitList(values.map(writeListItem).join(',')))).toEqual(all);
        if (values.length > 1) expect(meaning('country', values.map(writeListItem).join(','))).toEqual(all);
      }),
    );
  });
});

it('a number is written in digits, however small, so that it can be read again', () => {
  for (const [sent, meant] of [
    ['0.0000001', '0.0000001'],
    ['+1000.50', '1000.5'],
    ['-.5', '-0.5'],
    ['-0', '0'],
    ['999999999999999', '999999999999999'],
  ] as const) {
    expect(meaning('revenue_from', sent)).toBe(meant);
    expect(meaning('revenue_from', meant)).toBe(meant);
  }
});
