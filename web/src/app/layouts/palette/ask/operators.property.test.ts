/** Whatever is typed: an entry leads to an address that the table takes, and says what a negation and a number say. */
import { not } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { parameterSchema, tableParameters } from '@leadloom/shared/tables/filter-parameters';
import { type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAddress } from '../../../../features/tables/address/filters-in-url.ts';
import { requestedEntries } from './requested-entries.ts';

/** The same questions each time, so that a failure can be repeated. */
const seed = 1140;
const VOCABULARY =
  `companies people investors reviews stores videos posts company not without no with over under between and or to from
  at least more than up germany france uk new zealand fintech saas series a email phone website contact revenue employees rating
  plays comments 50 200 1m 5k 10-50 2024 1,000 -3 0.00001 999999999999999 10% million in since before of is but , "over" "a b" - < >= !
  weaving looms changed yesterday whose last investment youtube eur stars 4+ exactly other than`.split(/\s+/);
const question = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 10 }).map((words) => words.join(' '));

/** The filters of an entry's address, without "Changed". */
function filtersOf(path: string): {
  readonly name: TableName;
  readonly filters: TableFilters;
  readonly written: URLSearchParams;
} {
  const { pathname, searchParams, search } = new URL(path, 'https://leads.example.com');
  const name = tableNames.find((table) => pathname === `/table/${table}`);
  if (name === undefined) throw new Error(`${path} is no table`);
  const { [UPDATED_AFTER]: _, ...filters } = readAddress(tableByName(name), search).filters;
  searchParams.delete(UPDATED_AFTER);
  return { name, filters, written: searchParams };
}

function checkEntries(text: string): void {
  for (const { label, path } of requestedEntries(text, tableNames)) {
    expect(label).toMatch(/^[\p{L} ]+: \S/u);
    if (path.startsWith('/linkedin')) continue;
    const { name, filters, written } = filtersOf(path);
    // Nothing of the address is dropped where it is read.
    expect(Object.keys(filters).sort()).toEqual([...written.keys()].sort());
    for (const [parameter, value] of Object.entries(filters)) {
      const known = tableParameters(tableByName(name)).get(parameter);
      expect(known === undefined ? null : parameterSchema(known).safeParse(value).success, `${path} ${parameter}`).toBe(true);
    }
    filterCondition(tableByName(name), filters);
  }
}

it('an entry of random words leads to an address that its table takes', () => {
  fc.assert(fc.property(question, checkEntries), { seed, numRuns: 500 });
});

it('an entry of random characters does, too', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab 5.,-+"“<>=!%$€\n🙂ßçnot over'), maxLength: 60 });
  fc.assert(fc.property(text, checkEntries), { seed, numRuns: 500 });
});

it('an entry never drops a negation', () => {
  const asked = question.filter((text) => /(?:^| )(?:not|without|no)(?: |$)/.test(text));
  const says = ({ written }: ReturnType<typeof filtersOf>) =>
    [...written].some(
      ([name, value]) =>
        name.endsWith('_not') ||
        value === 'false' ||
        (name === 'where' && /\bnot |is blank|<=|>=/.test(value)) ||
        (name === 'search_query' && /-|no|without/.test(value)) ||
        // "Not over" is "up to".
        /_(?:from|to)$/.test(name),
    );
  fc.assert(
    fc.property(asked, (text) => {
      for (const { path } of requestedEntries(text, tableNames))
        if (!path.startsWith('/linkedin')) expect(says(filtersOf(path)), `${text} → ${path}`).toBe(true);
    }),
    { seed, numRuns: 500 },
  );
});

it.each([
  ['companies in germany', 'companies not in germany'],
  ['companies in germany or france', 'companies not in germany or france'],
  ['companies with email', 'companies without email'],
  ['companies with website', 'companies without website'],
  ['companies with linkedin', 'companies without linkedin'],
  ['companies with people', 'companies without people'],
  ['companies between 50 and 200 employees', 'companies not between 50 and 200 employees'],
  ['companies since 2024', 'companies not since 2024'],
  ['people at companies in germany', 'people not at companies in germany'],
  ['people at fintech companies between 5 and 9 employees', 'people not at fintech companies between 5 and 9 employees'],
])('%j and %j are all rows together, and none in common', (one, other) => {
  const [first, second] = [one, other].map((text) => {
    const { name, filters } = filtersOf(requestedEntries(text, tableNames)[0]?.path ?? '');
    return filterCondition(tableByName(name), filters);
  });
  if (first === undefined) throw new Error('no condition');
  expect(second).toEqual(not(first));
});
