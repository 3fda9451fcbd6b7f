/** Where to start reading so that as few rows as possible are skipped. Pure. */

import type { Position } from './position.ts';
import type { Heading } from './row-order.ts';

export interface PagePlan {
  readonly heading: Heading;
  /** The position to start from; null: the table's beginning, or its end when heading backward. */
  readonly from: Position | null;
  /** Rows to skip. */
  readonly skip: number;
  /** Rows to read. */
  readonly take: number;
}

interface RequestedPage {
  /** Rows before the page. */
  readonly offset: number;
  readonly limit: number;
  /** null: not known. */
  readonly total: number | null;
  readonly positions: readonly Position[];
}

/**
 * Plans a page; null: it lies past the end. @param worthwhile the least number of rows saved for which a plan is used; a
 * plan from the beginning is right at every version
 */
export function planPage({ offset, limit, total, positions }: RequestedPage, worthwhile: number): PagePlan | null {
  if (total !== null && offset >= total) return null;
  /** The page's last row; rows up to here exist where the total is known. */
  const last = Math.min(offset + limit, total ?? Number.POSITIVE_INFINITY) - 1;
  const fromStart: PagePlan = { heading: 'forward', from: null, skip: offset, take: limit };
  const others: PagePlan[] = positions.flatMap((position): PagePlan[] => {
    if (position.index <= offset) return [{ heading: 'forward', from: position, skip: offset - position.index, take: limit }];
    if (position.index < last) return [];
    return [{ heading: 'backward', from: position, skip: position.index - last, take: last - offset + 1 }];
  });
  if (total !== null) others.push({ heading: 'backward', from: null, skip: total - 1 - last, take: last - offset + 1 });
  const shortest = others.reduce((best, plan) => (plan.skip < best.skip ? plan : best), fromStart);
  return fromStart.skip - shortest.skip >= worthwhile ? shortest : fromStart;
}

/** Whether the plan is wrong once rows have changed. */
export function restsOnVersion({ heading, from }: PagePlan): boolean {
  return from !== null || heading === 'backward';
}
