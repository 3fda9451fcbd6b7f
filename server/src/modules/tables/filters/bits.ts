/**
 * Rows of a chunk as an expression of bitmaps: what a condition becomes before it is written as SQL. Pure. The functions leave
 * out what changes nothing, so that expressions stay small.
 */
export type Bits =
  /** Every row there is. */
  | { readonly kind: 'rows' }
  | { readonly kind: 'none' }
  /** The rows that hold one of a facet's values. */
  | { readonly kind: 'holding'; readonly facet: string; readonly values: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly [Bits, Bits] }
  /** Rows that no bitmap of the table tells, by their chunks: `x`, then hexadecimal digits. Some may be gone. */
  | { readonly kind: 'given'; readonly chunks: readonly number[]; readonly bits: readonly string[] }
  /** The rows of the first, without those of the second, which are some of the first. */
  | { readonly kind: 'without'; readonly of: readonly [Bits, Bits] };

export const allRows: Bits = { kind: 'rows' };
export const noRows: Bits = { kind: 'none' };

export function holding(facet: string, values: readonly string[]): Bits {
  return values.length === 0 ? noRows : { kind: 'holding', facet, values };
}

export function and(one: Bits, other: Bits): Bits {
  if (one.kind === 'rows' || other.kind === 'none') return other;
  return one.kind === 'none' || other.kind === 'rows' ? one : { kind: 'and', of: [one, other] };
}

export function or(one: Bits, other: Bits): Bits {
  if (one.kind === 'none' || other.kind === 'rows') return other;
  return one.kind === 'rows' || other.kind === 'none' ? one : { kind: 'or', of: [one, other] };
}

/** @param some rows of `all`, and no others */
export function without(all: Bits, some: Bits): Bits {
  if (some.kind === 'none') return all;
  return some.kind === 'rows' ? noRows : { kind: 'without', of: [all, some] };
}
