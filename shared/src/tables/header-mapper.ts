/**
 * Maps a header of a file to the column with this name, title, alias or synonym, all compared without case, accents, blanks
 * and punctuation. Pure.
 */
import type { TableDefinition } from './define-table.ts';
import { synonymsOf } from './header-synonyms.ts';

/** How well a header fits a column; lower is better. */
type Rank = 0 | 1 | 2 | 3 | 4;

/** The column that one header means by itself, and how well it fits. */
export type HeaderMapper = (header: string) => MappedHeader | null;

interface MappedHeader {
  readonly field: string;
  readonly rank: Rank;
  /** The unit of a plain number in a column of amounts, as a power of ten, where the header names one. */
  readonly unit?: number;
}

export function headerMapper({ name: table, columns }: TableDefinition): HeaderMapper {
  const exact = new Set(columns.map(({ field }) => field));
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
  const named = (name: string): MappedHeader | null => {
    if (name === '') return null;
    for (const rank of [1, 2, 3, 4] as const) {
      const field = ranked[rank - 1]?.get(name);
      if (field !== undefined) return { field, rank };
    }
    return null;
  };
  const amounts = new Set(columns.flatMap(({ field, kind }) => (kind === 'money' ? [field] : [])));
  return (header) => {
    if (exact.has(header)) return { field: header, rank: 0 };
    const found = named(simplify(header));
    if (found !== null || amounts.size === 0) return found;
    const unit = unitIn(header);
    const amount = unit === null ? null : named(simplify(header.replace(UNIT_WORDS, ' ')));
    return unit === null || amount === null || !amounts.has(amount.field) ? null : { field: amount.field, rank: 4, unit };
  };
}

const THOUSANDS = /\b(?:thousands?|k|000s?)\b|\bk[$€£]/i;
const MILLIONS = /\b(?:millions?|mn|mm|mio|m)\b|\bm[$€£]/i;
const BILLIONS = /\b(?:billions?|bn|b)\b/i;
const DOLLARS = /\$|\b(?:usd|us dollars?|dollars?)\b/i;
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
