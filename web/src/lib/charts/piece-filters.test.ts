import type { SummaryPiece } from '@leadloom/shared/contract/table-facets';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import type { Condition, NumberEnd, Test } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { defineTable, updatedAt } from '@leadloom/shared/tables/define-table';
import { dayPiece, dayUnitOf, numberPieces } from '@leadloom/shared/tables/dimensions';
import { readFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterByPiece } from './piece-filters.ts';

const companies = tableByName('companies');

describe('the filters of a mark', () => {
  it.each<[string, TableFilters, string, SummaryPiece, TableFilters | null]>([
    ['a value', {}, 'country', 'Germany', { country: ['Germany'] }],
    ['one of the chosen values', { country: ['France', 'Germany'] }, 'country', 'Germany', { country: ['Germany'] }],
    ['a value in another case', { country: ['Germany'] }, 'country', 'germany', { country: ['Germany'] }],
    [
      'a value, with others that must not be',
      { country_not: ['France'] },
      'country',
      'Germany',
      {
        country: ['Germany'],
        country_not: ['France'],
      },
    ],
    [
      'another item of the list',
      { vertical: ['SaaS'] },
      'vertical',
      'FinTech',
      {
        vertical: ['SaaS'],
        where: 'verticals = "FinTech"',
      },
    ],
    [
      'another item, with an expression',
      { vertical: ['SaaS'], where: 'city = "Oslo" or city is blank' },
      'vertical',
      'FinTech',
      {
        vertical: ['SaaS'],
        where: '(city = "Oslo" or city is blank) and verticals = "FinTech"',
      },
    ],
    ['a value that is too long for a parameter', {}, 'city', 'x'.repeat(201), { where: `city = "${'x'.repeat(201)}"` }],
    ['a value that nothing can say', {}, 'city', 'x'.repeat(4001), null],
    ['no value', {}, 'country', null, { country_has: 'false' }],
    ['a host', {}, 'domain', 'loom.example', { domain: ['loom.example'] }],
    ['a range of its own', {}, 'employee_count', { from: 10, to: 50 }, { employee_count: ['10-50'] }],
    ['an open range of its own', {}, 'employee_count', { from: 200, to: null }, { employee_count: ['200+'] }],
    [
      'a range that was not chosen',
      { employee_count: ['10-50'] },
      'employee_count',
      { from: 50, to: 200 },
      {
        employee_count: ['10-50'],
        where: 'employee_count >= 50 and employee_count < 200',
      },
    ],
    ['millions', {}, 'revenue', { from: 0.2, to: 0.5 }, { where: 'revenue >= 0.2 and revenue < 0.5' }],
    [
      'millions, with an end',
      { revenue_from: '0.3' },
      'revenue',
      { from: 0.2, to: 0.5 },
      {
        revenue_from: '0.3',
        where: 'revenue >= 0.2 and revenue < 0.5',
      },
    ],
    ['a day', {}, 'last_funded', '2026-03-31', { last_funded_after: '2026-03-31', last_funded_before: '2026-03-31' }],
    ['February', {}, 'last_funded', '2024-02', { last_funded_after: '2024-02-01', last_funded_before: '2024-02-29' }],
    ['December', {}, 'last_funded', '2025-12', { last_funded_after: '2025-12-01', last_funded_before: '2025-12-31' }],
    ['a year', {}, 'last_funded', '2025', { last_funded_after: '2025-01-01', last_funded_before: '2025-12-31' }],
    [
      'a month, with a day',
      { last_funded_after: '2026-03-10' },
      'last_funded',
      '2026-03',
      {
        last_funded_after: '2026-03-10',
        last_funded_before: '2026-03-31',
      },
    ],
    ['a checkbox', {}, 'with_contact_info', 'true', { with_contact_info: true }],
    ['a checkbox that is not so', {}, 'with_contact_info', 'false', { with_contact_info_not: true }],
    ['a dimension that is gone', {}, 'colour', 'red', null],
    ['when rows changed, which stays', { updated_after: 'last-24-hours' }, 'country', 'Norway', { country: ['Norway'] }],
  ])('%s', (_, before, name, piece, after) => {
    const { updated_after: changed } = before;
    const filtered = filterByPiece(companies, before, name, piece);
    if (filtered === null) return expect(after).toBeNull();
    const { updated_after: moment, ...found } = filtered;
    expect(moment).toBe(changed);
    expect(found).toEqual(after);
    expect(readFilters(companies, found)).toEqual(after);
  });

  it('whole numbers and presence have parameters of their own', () => {
    const videos = tableByName('tiktok-videos');
    expect(filterByPiece(videos, {}, 'like_count', { from: 100, to: 200 })).toEqual({
      like_count_from: '100',
      like_count_to: '199',
    });
    expect(filterByPiece(videos, { like_count_to: '150' }, 'like_count', { from: 100, to: 200 })).toEqual({
      like_count_from: '100',
      like_count_to: '150',
    });
    const investors = tableByName('investors');
    expect(filterByPiece(investors, {}, 'phone', 'true')).toEqual({ phone_has: 'true' });
    expect(filterByPiece(investors, {}, 'phone', 'false')).toEqual({ phone_has: 'false' });
  });
});

describe('the filters of a mark of collected people', () => {
  it.each<[TableFilters, string, SummaryPiece, TableFilters | null]>([
    [{ tags: ['warm'], updated_after: '7d' }, 'country', 'Norway', { tags: ['warm'], updated_after: '7d', country: ['Norway'] }],
    [{}, 'with_email', 'true', { with_email: 'true' }],
    [{}, 'with_email', 'false', { with_email_not: true }],
    [{ title: ['engineer', 'clerk'] }, 'title', 'Senior Engineer', { title: ['Senior Engineer'] }],
    [{ school: ['koln'] }, 'school', 'Universität Köln', { school: ['Universität Köln'] }],
    // Somebody may have been at both.
    [{ school: ['lyon'] }, 'school', 'Universität Köln', null],
    [{}, 'company', null, { company_has: 'false' }],
    [{}, 'follower_count', { from: 100, to: 200 }, { follower_count_from: '100', follower_count_to: '199' }],
    [{}, 'collected', '2026-03', { collected_after: '2026-03-01', collected_before: '2026-03-31' }],
    [{}, 'title', 'x'.repeat(300), null],
  ])('%j and %s of %j are %j', (filters, name, piece, expected) => {
    expect(filterByPiece(collectedPeople, filters, name, piece)).toEqual(expected);
  });
});

/** A table with each kind of filter, and few values, so that random questions find rows. */
const looms = defineTable({
  name: 'looms',
  title: 'Looms',
  isGated: false,
  waitsForAccount: false,
  readsAddress: true,
  columns: [
    { field: 'colour', headerName: 'Colour', kind: 'text' },
    { field: 'threads', headerName: 'Threads', kind: 'list' },
    { field: 'weavers', headerName: 'Weavers', kind: 'integer' },
    { field: 'shuttles', headerName: 'Shuttles', kind: 'integer' },
    { field: 'weight', headerName: 'Weight', kind: 'number' },
    { field: 'built_on', headerName: 'Built on', kind: 'date' },
    updatedAt,
  ],
  filters: [
    { kind: 'choice', key: 'colour', label: 'Colour', column: 'colour', options: [{ value: 'Red' }, { value: 'Blue' }] },
    { kind: 'choice', key: 'thread', label: 'Thread', column: 'threads', options: [], isOpen: true },
    {
      kind: 'range',
      key: 'weavers',
      label: 'Weavers',
      column: 'weavers',
      options: [{ value: '0-3' }, { value: '3-6' }, { value: '6+' }],
      isMultiple: true,
    },
    { kind: 'numbers', key: 'shuttles', label: 'Shuttles', column: 'shuttles' },
    { kind: 'numbers', key: 'weight', label: 'Weight', column: 'weight' },
    { kind: 'dates', key: 'built', label: 'Built', column: 'built_on', after: 'built_after', before: 'built_before' },
  ],
  defaultSort: 'updated_at',
  canonicalKey: [],
});

type Cells = Readonly<Record<string, string | number | readonly string[] | null>>;

const days = ['2024-02-29', '2025-01-01', '2025-12-31', '2026-03-31'];
const threads = ['Silk', 'wool', 'Hemp, dyed'];
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });

const rowsOfLooms: fc.Arbitrary<readonly Cells[]> = fc.array(
  fc.record({
    colour: orNull(fc.constantFrom('Red', 'red', 'Blue', 'Green')),
    threads: orNull(fc.uniqueArray(fc.constantFrom(...threads), { minLength: 1 })),
    weavers: orNull(fc.integer({ min: 0, max: 9 })),
    shuttles: orNull(fc.integer({ min: -3, max: 12 })),
    weight: orNull(fc.integer({ min: -20, max: 40 }).map((tenths) => tenths / 4)),
    built_on: orNull(fc.constantFrom(...days)),
  }),
  { minLength: 1, maxLength: 12 },
);

const filtersOfLooms: fc.Arbitrary<TableFilters> = fc
  .record(
    {
      colour: fc.subarray(['Red', 'Blue']),
      colour_not: fc.constant(['Green']),
      thread: fc.subarray(threads),
      thread_not: fc.constant(['wool']),
      weavers: fc.subarray(['0-3', '3-6', '6+']),
      shuttles_from: fc.integer({ min: -3, max: 3 }).map(String),
      weight_to: fc.integer({ min: 0, max: 9 }).map(String),
      built_after: fc.constantFrom(...days),
      built_before: fc.constantFrom(...days),
      where: fc.constantFrom('colour = "red" or weight > 2', 'not threads = "Silk"'),
    },
    { requiredKeys: [] },
  )
  .map((values) => readFilters(looms, values));

describe('filtering by a mark', () => {
  it('shows the rows of that mark, of those before, and no others', () => {
    const dimension = fc.constantFrom('colour', 'thread', 'weavers', 'shuttles', 'weight', 'built');
    fc.assert(
      fc.property(rowsOfLooms, filtersOfLooms, dimension, (rows, filters, name) => {
        const shown = rows.filter((row) => holds(filterCondition(looms, filters), row));
        for (const { piece, has } of piecesOf(name, rows, shown)) {
          const narrowed = filterByPiece(looms, filters, name, piece);
          expect(narrowed).not.toBeNull();
          if (narrowed === null) continue;
          expect(narrowed).toEqual(readFilters(looms, narrowed));
          const found = rows.filter((row) => holds(filterCondition(looms, narrowed), row));
          expect(found).toEqual(shown.filter(has));
        }
      }),
      { numRuns: 500 },
    );
  });
});

interface Piece {
  readonly piece: SummaryPiece;
  readonly has: (row: Cells) => boolean;
}

/** The pieces that have shown rows, as the server answers them. */
function piecesOf(name: string, rows: readonly Cells[], shown: readonly Cells[]): readonly Piece[] {
  const column = { thread: 'threads', built: 'built_on' }[name] ?? name;
  const cellOf = (row: Cells) => row[column] ?? null;
  const pieces: Piece[] = [{ piece: null, has: (row) => cellOf(row) === null }];
  if (name === 'colour' || name === 'thread') {
    const values = new Set(shown.flatMap((row) => cellOf(row) ?? []).map(String));
    for (const value of values) pieces.push({ piece: value, has: (row) => hasValue(cellOf(row), value) });
  } else if (name === 'built') {
    for (const unit of [dayUnitOf('2026-03-01', '2026-03-31'), dayUnitOf(days[0] ?? '', days[3] ?? ''), 'year' as const])
      for (const piece of new Set(
        shown.flatMap((row) => (typeof cellOf(row) === 'string' ? dayPiece(String(cellOf(row)), unit) : [])),
      ))
        pieces.push({ piece, has: (row) => cellOf(row) !== null && dayPiece(String(cellOf(row)), unit) === piece });
  } else {
    const numbers = rows.flatMap((row) => (typeof cellOf(row) === 'number' ? [Number(cellOf(row))] : []));
    const own = [
      { from: 0, to: 3 },
      { from: 3, to: 6 },
      { from: 6, to: null },
    ];
    const kind = name === 'weight' ? 'number' : 'integer';
    for (const { from, to } of name === 'weavers' ? own : numberPieces(kind, Math.min(...numbers), Math.max(...numbers)))
      pieces.push({
        piece: { from, to },
        has: (row) => {
          const cell = cellOf(row);
          return typeof cell === 'number' && (from === null || cell >= from) && (to === null || cell < to);
        },
      });
  }
  return pieces.filter(({ has }) => shown.some(has));
}

function hasValue(cell: Cells[string] | undefined, value: string): boolean {
  return [cell ?? []].flat().some((one) => String(one).toLowerCase() === value.toLowerCase());
}

/** What a condition means, for the tests that the filters of this table have. */
function holds(condition: Condition, row: Cells): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => holds(part, row));
    case 'any':
      return condition.of.some((part) => holds(part, row));
    case 'not':
      return !holds(condition.of, row);
    default:
      return passes(condition, row);
  }
}

function passes(test: Test, row: Cells): boolean {
  const cell = 'column' in test ? (row[test.column] ?? null) : null;
  switch (test.kind) {
    case 'blank':
      return cell === null;
    case 'equals':
      return test.values.some((value) => hasValue(cell, value));
    case 'numbers':
      return typeof cell === 'number' && isWithin(cell, test.from, -1) && isWithin(cell, test.to, 1);
    case 'days':
      return typeof cell === 'string' && (test.from === null || cell >= test.from) && (test.to === null || cell <= test.to);
    default:
      throw new TypeError(`${test.kind} is in no filter of this table`);
  }
}

/** @param sign 1: the end is the upper one */
function isWithin(value: number, end: NumberEnd | null, sign: number): boolean {
  return end === null || sign * value < sign * end.value || (value === end.value && !end.isOpen);
}
