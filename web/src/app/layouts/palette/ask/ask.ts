/** What a question in words asks of one table, before it is written as filters. Pure. */
import type { NumberEnd } from '@leadloom/shared/tables/conditions/condition';
import type {
  ChoiceFilter,
  ColumnDefinition,
  DatesFilter,
  FilterDefinition,
  FlagFilter,
  RangeFilter,
} from '@leadloom/shared/tables/define-table';

/** With `isNegated`, rows for which it does not hold; a blank cell is one of them. */
export type Ask = (
  | { readonly kind: 'values'; readonly filter: ChoiceFilter | RangeFilter; readonly values: readonly string[] }
  | { readonly kind: 'flag'; readonly filter: FlagFilter }
  /** The column has a value. @property filter one that can say so; null: none can */
  | { readonly kind: 'filled'; readonly column: string; readonly filter: FilterDefinition | null }
  /** @property filter one with ends for the column; null: it has none */
  | {
      readonly kind: 'numbers';
      readonly column: ColumnDefinition;
      readonly filter: FilterDefinition | null;
      readonly from: NumberEnd | null;
      readonly to: NumberEnd | null;
    }
  /** Days, both inclusive. */
  | { readonly kind: 'days'; readonly filter: DatesFilter; readonly from: string | null; readonly to: string | null }
  /** A linked row passes all of these; of none: there is a linked row. */
  | { readonly kind: 'linked'; readonly link: string; readonly of: readonly Ask[] }
) & { readonly isNegated: boolean };

/** The opposite. "Not over 50" is "up to 50": who says so means rows with a number. */
export function negated(ask: Ask): Ask {
  if (ask.kind === 'numbers' && !ask.isNegated && (ask.from === null || ask.to === null)) {
    const turned = (end: NumberEnd | null) => (end === null ? null : { ...end, isOpen: !end.isOpen });
    return { ...ask, from: turned(ask.to), to: turned(ask.from) };
  }
  return { ...ask, isNegated: !ask.isNegated };
}

/** Both as one, where "or" between them, or nothing, means the same; null: they are not about values of one filter. */
export function joined(one: Ask | undefined, other: Ask): Ask | null {
  if (one?.kind !== 'values' || other.kind !== 'values') return null;
  if (one.filter !== other.filter || one.isNegated !== other.isNegated) return null;
  return { ...one, values: [...new Set([...one.values, ...other.values])] };
}

/** What words at the beginning of a question ask. */
export interface Reading {
  /** Words that it takes. */
  readonly length: number;
  /** null: the words say something that no filter can say. */
  readonly ask: Ask | null;
}
