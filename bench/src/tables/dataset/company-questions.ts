/** Questions with operators, trees, searches and linked rows, as people combine them, each with changing values. */
import { countryAt, type FilterSet, rotated, verticalAt } from './company-queries.ts';
import { itemAt } from './random.ts';
import { words } from './words.ts';

export interface QuestionSet extends FilterSet {
  /** What decides about the goal: `marks` are choices, ranges, days and flags, of which there are bitmaps. */
  readonly of: 'marks' | 'text';
}

const marks = { isFlat: true, hasSearch: false, of: 'marks' } as const;
const text = { isFlat: false, hasSearch: false, of: 'text' } as const;
/** Such questions may read the whole table. */
const few = (filtersAt: Parameters<typeof rotated>[0]) => rotated(filtersAt).slice(0, 10);
const sizes = [1, 5, 12, 50, 120, 200, 800] as const;
const amounts = [0.5, 2, 10, 50, 200] as const;

export const questionSets: readonly QuestionSet[] = [
  { ...marks, name: 'is not', queries: rotated((at) => ({ country_not: countryAt(at), vertical_not: verticalAt(at) })) },
  {
    ...marks,
    name: 'from – to',
    queries: rotated((at) => ({ employee_count_from: String(sizeAt(at)), employee_count_to: '900', revenue_from: amountAt(at) })),
  },
  { ...marks, name: 'blank', queries: rotated((at) => ({ revenue_has: 'false', vertical_not: verticalAt(at) })) },
  {
    ...marks,
    name: 'days and a flag that is not set',
    queries: rotated((at) => ({ last_funded_after: `20${14 + (at % 10)}-03-0${1 + (at % 9)}`, with_contact_info_not: true })),
  },
  { ...marks, name: 'tree', queries: rotated((at) => ({ where: treeAt(at) })) },
  { ...text, name: 'city', queries: few((at) => ({ where: `city = "${wordAt(at, 3)}" or city = "${wordAt(at, 7)}"` })) },
  { ...text, name: 'part of a text', queries: few((at) => ({ where: `name contains "${wordAt(at, 11)}"` })) },
  {
    ...text,
    hasSearch: true,
    name: 'search with an exclusion',
    queries: few((at) => ({ search_query: `${wordAt(at, 4)} -${wordAt(at, 9)}` })),
  },
  {
    ...text,
    hasSearch: true,
    name: 'search with a phrase and OR',
    queries: few((at) => ({ search_query: `"${wordAt(at, 1)} ${wordAt(at, 2)}" OR ${wordAt(at, 17)}` })),
  },
  { ...text, name: 'with people', queries: few((at) => ({ 'people.any': 'true', country: countryAt(at) })) },
  {
    ...text,
    name: 'without people who have an email',
    queries: few((at) => ({ where: `not people(email is not blank) and country = "${countryAt(at)}"` })),
  },
];

/** Ten facets that are counted at once. */
export const facetNames = [
  ...['country', 'vertical', 'last_financing_deal_type', 'last_funded', 'employee_count'],
  ...['region', 'business_status', 'ownership_status', 'revenue', 'ebitda'],
] as const;

/** Pairs that are summarized by; numbers and days are gathered. */
export const summaryPairs = [
  ['country', 'last_funded'],
  ['vertical', 'region'],
  ['employee_count', 'ownership_status'],
] as const;

function treeAt(at: number): string {
  return (
    `country != "${countryAt(at)}" and (employee_count between ${sizeAt(at)} and 900 or revenue > ${amountAt(at)}) ` +
    `and not (last_financing_on < 20${14 + (at % 10)}-01-01 or verticals = "${verticalAt(at)}")`
  );
}

function wordAt(at: number, step: number): string {
  return itemAt(words, (40 + at * step) % words.length);
}

function sizeAt(at: number): number {
  return itemAt(sizes, at % sizes.length);
}

function amountAt(at: number): string {
  return String(itemAt(amounts, at % amounts.length));
}
