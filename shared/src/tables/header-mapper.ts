/**
 * What one header of a file means: the column with this name, title, alias or synonym, all compared without case, accents,
 * blanks and punctuation, and at last without words that say whose it is or which of several. Pure.
 */
import type { TableDefinition } from './define-table.ts';
import { synonymsOf } from './header-synonyms.ts';
import { ownerIn, ownerOf, withoutQualifiers } from './header-words.ts';

/** How well a header fits a column; lower is better. */
type Rank = 0 | 1 | 2 | 3 | 4 | 5;

/** The column that one header means by itself, and how well it fits. */
export type HeaderMapper = (header: string) => MappedHeader | null;

interface MappedHeader {
  readonly field: string;
  readonly rank: Rank;
  /** Whether the header says whose it is: of what the column is about, or of something else. */
  readonly owner: 'own' | 'other' | null;
  /** The unit of a plain number in a column of amounts, as a power of ten, where the header names one. */
  readonly unit?: number;
  /** Whether the header names another currency than the dollars of the column. */
  readonly isOtherCurrency?: true;
}

export function headerMapper({ name: table, columns }: TableDefinition): HeaderMapper {
  const exact = new Set(columns.map(({ field }) => field));
  const kinds = new Map<string, string>(columns.map(({ field, kind }) => [field, kind]));
  const ranked: readonly Map<string, string>[] = [new Map(), new Map(), new Map(), new Map()];
  const add = (rank: number, name: string, field: string) => {
    const names = ranked[rank];
    if (names !== undefined && !names.has(simplify(name))) names.set(simplify(name), field);
  };
  for (const { field, headerName, aliases = [] } of columns) {
    add(0, field, field);
    add(1, headerName, field);
    for (const alias of aliases) add(2, alias, field);
    for (const synonym of synonymsOf(table, field)) add(3, synonym, field);
  }
  const named = (name: string): { readonly field: string; readonly rank: Rank } | null => {
    if (name === '') return null;
    for (const rank of [1, 2, 3, 4] as const) {
      const field = ranked[rank - 1]?.get(name);
      if (field !== undefined) return { field, rank };
    }
    return null;
  };
  const amounts = new Set(columns.flatMap(({ field, kind }) => (kind === 'money' ? [field] : [])));
  const amountNamed = (header: string): Omit<MappedHeader, 'owner'> | null => {
    const isOther = header.replaceAll('_', ' ').search(OTHER_CURRENCY) >= 0;
    const unit = amounts.size === 0 ? null : unitIn(header);
    if (amounts.size === 0 || (unit === null && !isOther)) return null;
    const amount = named(simplify(header.replaceAll('_', ' ').replace(UNIT_WORDS, ' ').replace(OTHER_CURRENCY, ' ')));
    if (amount === null || !amounts.has(amount.field)) return null;
    return { field: amount.field, rank: 4, ...(unit === null ? {} : { unit }), ...(isOther ? { isOtherCurrency: true } : {}) };
  };
  const unqualified = (header: string) => {
    for (const text of withoutQualifiers(header)) {
      const found = named(simplify(text));
      if (found !== null) return { field: found.field, rank: 5 } as const;
    }
    return null;
  };
  return (header) => {
    if (exact.has(header)) return { field: header, rank: 0, owner: null };
    const found = named(simplify(header)) ?? amountNamed(header) ?? unqualified(header);
    if (found === null) return null;
    const said = ownerIn(header);
    const owner = said === null ? null : said === ownerOf(table, found.field) ? 'own' : 'other';
    // The place, name or page of something else is not what the column is about.
    return owner === 'other' && !MAY_BE_OTHERS.has(kinds.get(found.field) ?? 'text') ? null : { ...found, owner };
  };
}

/** A person may be reached by the telephone of the company. */
const MAY_BE_OTHERS: ReadonlySet<string> = new Set(['phone', 'email']);

const THOUSANDS = /\b(?:thousands?|k|000s?)\b|\bk[$€£]/i;
const MILLIONS = /\b(?:millions?|mn|mm|mio|m)\b|\bm[$€£]/i;
const BILLIONS = /\b(?:billions?|bn|b)\b/i;
const DOLLARS = /\$|\b(?:usd|us dollars?|dollars?)\b/i;
const OTHER_CURRENCY =
  /[€£¥₹₩₽]|\b(?:eur|euros?|gbp|pounds?|chf|francs?|jpy|yen|inr|rupees?|cny|rmb|aud|cad|nzd|sek|nok|dkk|pln|brl|mxn|krw|zar|sgd|hkd)\b/gi;
const UNIT_WORDS = /\b(?:in|of|us|usd|dollars?|thousands?|k|000s?|millions?|mn|mm|mio|m|billions?|bn|b)\b|[$()[\]_'’]/gi;

/** `Revenue (USD)` is in dollars, `revenue_in_thousands` in thousands. null: no unit is named */
function unitIn(header: string): number | null {
  const words = header.replaceAll('_', ' ');
  if (THOUSANDS.test(words)) return 3;
  if (MILLIONS.test(words)) return 6;
  if (BILLIONS.test(words)) return 9;
  return DOLLARS.test(words) ? 0 : null;
}

export function simplify(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
