/** Arbitrary rows and filters of a data table, made from its definition: values that meet, that nearly meet, and hostile ones. */
import type { CellValue, ColumnDefinition, FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { parametersOf as allParametersOf } from '@leadloom/shared/tables/filter-parameters';
import { readRange } from '@leadloom/shared/tables/read-range';
import fc from 'fast-check';

const DAYS = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-02-28'];
const CLOCKS = ['00:00:00.000Z', '12:34:56.789Z', '23:59:59.999Z'];
const ADDRESSES = [
  'https://www.alpha.example/a?b=c#d',
  'alpha.example',
  'HTTP://Beta.Example:8080/',
  'https://sub.beta.example',
  'https://bücher.example/',
  'no address at all',
];
const TYPED_ADDRESSES = [
  'alpha.example',
  'https://ALPHA.example/x',
  'www.beta.example',
  'bücher.example',
  'a b',
  '%',
  'alpha.example.',
];
const NAMES = [
  'Paris',
  'paris',
  'PARIS',
  'São Paulo',
  'İzmir',
  'O’Neil & Sons',
  '100%',
  'a_b',
  "'; drop table accounts; --",
  'NULL',
];
const ODD_ITEMS = ['one', 'two, three', 'with "quotes"', 'back\\slash', '{brace}', 'NULL', ' blank', "it's", 'Ω'];
const WORDS = [
  'Alpha',
  'alphabet',
  'beta-gamma',
  'naïve',
  'O’Neil',
  '“quoted”',
  'dash—ed',
  '3.14',
  'snake_case',
  'C++',
  'x²',
  '東京',
  'Müller',
  'Straße GmbH',
  'テスト架空',
  'テスラホスト',
  'ทอผ้า',
  'AT&T',
  '.NET',
  '50%',
  '&',
  '—',
];
const TYPED_WORDS = [
  'alp',
  'ALPHA',
  'gamma',
  'NAÏ',
  'neil',
  'quo',
  'ed',
  '14',
  'snake',
  'c',
  'x²',
  '東',
  '京',
  'muller',
  'MUELLER',
  'strasse ltd',
  'テスト',
  'スト',
  'ผ้า',
  'at&t',
  'C++',
  '.net',
  '50%',
  'https://www.alpha.example/',
  'mailto:info@beta.example',
  'alpha.example/a',
  'zzz',
  "a & !b | ' :*",
  '<-> ( )',
  '%',
];
const RANGES = [
  '1-9',
  '1-10',
  '10 - 49',
  '11 to 50 employees',
  '50–200',
  '199-200',
  '201+',
  '10,001+',
  'under 10',
  '3',
  'no range',
];
const AMOUNTS = [-12.5, 0, 0.25, 1, 3, 3.5, 5, 1_000_000];

/** Rows as the API answers them, save the id. */
export function arbitraryRow(definition: TableDefinition): fc.Arbitrary<Readonly<Record<string, CellValue>>> {
  const cells = definition.columns.map((column) => {
    const cell = arbitraryCell(definition, column);
    const isFilled =
      column.isRequired === true ||
      column.field === definition.needsOneOf?.[0] ||
      column.field === definition.defaultSort ||
      column.field === 'sources' ||
      column.field === 'updated_at';
    return [column.field, isFilled ? cell : fc.option(cell, { freq: 4 })] as const;
  });
  return fc.record(Object.fromEntries(cells));
}

function arbitraryCell(definition: TableDefinition, column: ColumnDefinition): fc.Arbitrary<CellValue> {
  const filters = definition.filters.filter((filter) => 'column' in filter && filter.column === column.field);
  const values = filters.flatMap(valuesOf);
  if (definition.columns.some(({ rangeField }) => rangeField === column.field)) return fc.constantFrom(...RANGES);
  switch (column.kind) {
    case 'list':
      return fc.uniqueArray(fc.constantFrom(...values, ...ODD_ITEMS), { minLength: 1, maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.constantFrom(...filters.flatMap(edgesOf), -7, 0, 9_007_199_254_740_991);
    case 'number':
    case 'money':
      return fc.constantFrom(...filters.flatMap(edgesOf), ...AMOUNTS);
    case 'date':
      return fc.constantFrom(...DAYS);
    case 'time':
      return fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...CLOCKS)).map(([day, clock]) => `${day}T${clock}`);
    case 'link':
      return fc.constantFrom(...ADDRESSES);
    default:
      return fc.oneof(
        fc.constantFrom(...values, ...NAMES),
        fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
      );
  }
}

/** Parameters as a caller sends them: up to three, each valid, few of them normal. */
export function arbitraryFilters(
  definition: TableDefinition,
): fc.Arbitrary<Readonly<Record<string, string | readonly string[]>>> {
  const parameters = definition.filters.flatMap((filter) => parametersOf(filter));
  return fc
    .subarray([...parameters], { maxLength: Math.min(3, parameters.length) })
    .chain((some) => fc.record(Object.fromEntries(some)));
}

/** One or more of a filter's parameters: all of them together rarely find a row. */
export function arbitraryFilter(filter: FilterDefinition): fc.Arbitrary<Readonly<Record<string, string | readonly string[]>>> {
  return fc.subarray([...parametersOf(filter)], { minLength: 1 }).chain((some) => fc.record(Object.fromEntries(some)));
}

/** Its own parameter, and those that say "not", "has a value", "from" and "to". No end is above the other. */
function parametersOf(
  filter: FilterDefinition,
): readonly (readonly [key: string, value: fc.Arbitrary<string | readonly string[]>])[] {
  const own = ownParametersOf(filter);
  const others = allParametersOf(filter).flatMap(({ name, role, form }) => {
    if (role === 'not') return own[0] === undefined ? [] : [[name, own[0][1]] as const];
    if (role === 'has') return [[name, fc.constantFrom('true', 'false', '')] as const];
    if (form !== 'number') return [];
    return [[name, role === 'from' ? fc.constantFrom('-7', '0', '2.50') : fc.constantFrom('2.5', '50', '+1000')] as const];
  });
  return [...own, ...others];
}

function ownParametersOf(
  filter: FilterDefinition,
): readonly (readonly [key: string, value: fc.Arbitrary<string | readonly string[]>])[] {
  const several = (values: readonly string[]) => fc.array(fc.constantFrom('', ...values), { minLength: 1, maxLength: 4 });
  switch (filter.kind) {
    case 'choice':
    case 'lookup':
      return [[filter.key, several([...valuesOf(filter), ...ODD_ITEMS.map((item) => item.trim()), 'of no row'])]];
    case 'text':
      return [
        [filter.key, several(filter.match === 'domain' ? TYPED_ADDRESSES : NAMES.map((name) => ` ${name.toLowerCase()} `))],
      ];
    case 'search':
      return [
        [filter.key, fc.array(fc.constantFrom(...TYPED_WORDS), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))],
      ];
    case 'range': {
      const names = filter.options.map(({ value }) => value);
      return [[filter.key, filter.isMultiple ? several(names) : fc.constantFrom('', ...names)]];
    }
    case 'dates':
      return [
        [filter.after, fc.constantFrom('', ...DAYS)],
        [filter.before, fc.constantFrom('', ...DAYS)],
      ];
    case 'flag':
      return [[filter.key, fc.constantFrom('true', 'false', '')]];
    case 'numbers':
    case 'presence':
      return [];
  }
}

function valuesOf(filter: FilterDefinition): readonly string[] {
  if (filter.kind === 'choice') return [...filter.options.slice(0, 3).map(({ value }) => value), 'Not “listed”, at all'];
  return filter.kind === 'lookup' ? ['one', 'two', "o'three"] : [];
}

/** Numbers at, right below and far from the ends of a range. */
function edgesOf(filter: FilterDefinition): readonly number[] {
  if (filter.kind !== 'range') return [];
  return filter.options.flatMap(({ value }) => {
    const { from, to } = readRange(value);
    return to === null ? [from, from * 10] : [from, to - 1, to];
  });
}
