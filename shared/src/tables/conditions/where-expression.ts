/**
 * The expression of the parameter `where` as it was written: its terms with their operators, in their order. It becomes a
 * `Condition` (`where-condition.ts`) for those who answer it, and text again (`write-where.ts`) for those who store or edit
 * it. The condition alone could not be written back: it knows no `<` of days, and no `in` of numbers.
 */
export type WhereExpression =
  | WhereTerm
  /** Two parts or more; a group holds none of its own kind. */
  | { readonly kind: 'all' | 'any'; readonly of: readonly WhereExpression[] }
  | { readonly kind: 'not'; readonly of: WhereExpression };

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A text that was quoted, a number, `true` or `false`, or a day (`YYYY-MM-DD`). */
export type WhereValue = string | number | boolean | { readonly day: string };

export type WhereTerm =
  | { readonly kind: 'compare'; readonly column: string; readonly operator: ComparisonOperator; readonly value: WhereValue }
  | { readonly kind: 'in'; readonly column: string; readonly isNegated: boolean; readonly values: readonly WhereValue[] }
  | { readonly kind: 'between'; readonly column: string; readonly from: WhereValue; readonly to: WhereValue }
  | { readonly kind: 'blank'; readonly column: string; readonly isNegated: boolean }
  | { readonly kind: 'contains' | 'starts'; readonly column: string; readonly text: string }
  | { readonly kind: 'search' | 'tag'; readonly text: string }
  /** @property id digits, as in the filter `list` */
  | { readonly kind: 'list'; readonly id: string }
  | { readonly kind: 'linked'; readonly link: string; readonly of: WhereExpression }
  /** `link is [not] blank`. */
  | { readonly kind: 'any-linked'; readonly link: string; readonly isNegated: boolean };

/** At least one part; a single part stays itself, and groups of the same kind are merged, as brackets would be needless. */
export function expressionGroup(kind: 'all' | 'any', parts: readonly WhereExpression[]): WhereExpression {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind, of };
}
