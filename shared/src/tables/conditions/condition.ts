/**
 * A question about a table's rows as one tree: what parameters, the expression `where`, saved views and alerts ask is read
 * into it at the edge, and everything that answers reads it by an exhaustive switch: SQL, bitmaps, the cells of a changed
 * row, and the model of test keys. A new kind of test therefore does not compile until all of them know it.
 *
 * Every test holds or does not hold; none is unknown. Where a cell is blank, only `blank` holds, so that `not` of any other
 * test holds there.
 */
import type { FlagFilter } from '../define-table.ts';

export type Condition = GroupCondition | NotCondition | Test;

/** `all`: every part holds; of no part, always. `any`: some part holds; of no part, never. */
export interface GroupCondition {
  readonly kind: 'all' | 'any';
  readonly of: readonly Condition[];
}

export interface NotCondition {
  readonly kind: 'not';
  readonly of: Condition;
}

/** The end of a range of numbers. */
export interface NumberEnd {
  readonly value: number;
  /** Whether the number itself is left out. */
  readonly isOpen: boolean;
}

export type Test =
  /** The cell has no value. Of a number that may be known as a range: neither is known. */
  | { readonly kind: 'blank'; readonly column: string }
  /**
   * A text column's cell, or an item of a list column, is one of the values. Case and surrounding spaces do not count.
   * Columns of the kinds text, long-text, email, phone and list.
   */
  | { readonly kind: 'equals'; readonly column: string; readonly values: readonly string[] }
  /** The host of a link column's address is that of one of the values, each a host or an address. */
  | { readonly kind: 'host'; readonly column: string; readonly values: readonly string[] }
  /** A link column's address is one of the values, without regard to case, scheme, `www.` and a slash at the end. */
  | { readonly kind: 'address'; readonly column: string; readonly values: readonly string[] }
  /**
   * A number of the cell is between the ends; null: no end. A cell that is known as a range holds all numbers of it.
   * Columns of the kinds integer, number and money.
   */
  | { readonly kind: 'numbers'; readonly column: string; readonly from: NumberEnd | null; readonly to: NumberEnd | null }
  /** The day, or the day of the time in UTC, is between these days (`YYYY-MM-DD`), both included; null: no end. */
  | { readonly kind: 'days'; readonly column: string; readonly from: string | null; readonly to: string | null }
  /** A boolean column's cell is true. */
  | { readonly kind: 'true'; readonly column: string }
  /** A text, or an item of a list, contains the text, or starts with it, without regard to case. */
  | { readonly kind: 'contains' | 'starts'; readonly column: string; readonly text: string }
  /**
   * A text, or an item of a list, has every word of one of the values, each at least as a part of a word. Case and accents do
   * not count.
   */
  | { readonly kind: 'parts'; readonly column: string; readonly values: readonly string[] }
  /** The condition of a checkbox, which has an index of its own. */
  | { readonly kind: 'flag'; readonly filter: FlagFilter }
  /**
   * The typed text, read as a search of these columns (`search.ts`). @property findsAddress whether a text that is an address
   * finds the rows that have it
   */
  | { readonly kind: 'search'; readonly columns: readonly string[]; readonly text: string; readonly findsAddress: boolean }
  /** The row is on the account's list of this id. */
  | { readonly kind: 'list'; readonly id: string }
  /** The row carries one of the account's tags. */
  | { readonly kind: 'tag'; readonly tags: readonly string[] }
  /** The row is an invented sample. */
  | { readonly kind: 'sample' }
  /** The row was exported this month under the account's count. */
  | { readonly kind: 'exported' }
  /**
   * The row has a record in a CRM of the workspace; by `owner` and `stage`, one whose owner or stage is one of the values, without
   * regard to case.
   */
  | { readonly kind: 'crm'; readonly by: 'record' }
  | { readonly kind: 'crm'; readonly by: 'owner' | 'stage'; readonly values: readonly string[] }
  /** The row was added or changed later than this time. */
  | { readonly kind: 'changed'; readonly after: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** A row that belongs to this one by the link (`table-links.ts`) passes the condition. `all` of no part: there is one. */
  | { readonly kind: 'linked'; readonly link: string; readonly of: Condition };

export const everything: Condition = { kind: 'all', of: [] };
export const nothing: Condition = { kind: 'any', of: [] };

/** The parts as one condition; a single part stays itself, and groups of the same kind are merged. */
export function group(kind: 'all' | 'any', parts: readonly Condition[]): Condition {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind, of };
}

export function not(of: Condition): Condition {
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}

/** All tests of a condition, those of linked rows left out. */
export function testsOf(condition: Condition): readonly Test[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(testsOf);
    case 'not':
      return testsOf(condition.of);
    default:
      return [condition];
  }
}
