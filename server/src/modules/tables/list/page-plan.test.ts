import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PagePlan, planPage } from './page-plan.ts';
import type { Position } from './position.ts';

const positionAt = (index: number): Position => ({ index, key: String(index), id: index + 1 });

/** Reads rows numbered from 0 as the database would. */
function follow({ heading, from, skip, take }: PagePlan, total: number): number[] {
  const rows = Array.from({ length: total }, (_, index) => index);
  if (heading === 'forward') return rows.slice(from?.index ?? 0).slice(skip, skip + take);
  const end = from === null ? total : from.index + 1;
  return rows
    .slice(0, end)
    .reverse()
    .slice(skip, skip + take)
    .reverse();
}

describe('the plan of a page', () => {
  const table = fc.nat(200).chain((total) =>
    fc.record({
      total: fc.constant(total),
      isTotalKnown: fc.boolean(),
      offset: fc.nat(250),
      limit: fc.integer({ min: 1, max: 20 }),
      positions: fc
        .uniqueArray(fc.nat(Math.max(0, total - 1)), { maxLength: total === 0 ? 0 : 6 })
        .map((all) => all.map(positionAt)),
      worthwhile: fc.integer({ min: 1, max: 30 }),
    }),
  );

  it('every plan reaches its page, wherever it starts', () => {
    fc.assert(
      fc.property(table, ({ total, isTotalKnown, offset, limit, positions, worthwhile }) => {
        const expected = Array.from({ length: total }, (_, index) => index).slice(offset, offset + limit);
        const plan = planPage({ offset, limit, total: isTotalKnown ? total : null, positions }, worthwhile);
        expect(plan === null ? [] : follow(plan, total)).toEqual(expected);
        if (plan === null) expect(isTotalKnown && offset >= total).toBe(true);
      }),
    );
  });

  it('a plan skips no more rows than from the beginning, and few next to a position or the end', () => {
    fc.assert(
      fc.property(table, ({ total, offset, limit, positions, worthwhile }) => {
        const plan = planPage({ offset, limit, total, positions }, worthwhile);
        if (plan === null) return;
        const nearest = Math.min(...positions.map(({ index }) => (index <= offset ? offset - index : Number.POSITIVE_INFINITY)));
        const fromEnd = Math.max(0, total - offset - limit);
        expect(plan.skip).toBeLessThanOrEqual(offset);
        expect(plan.skip).toBeLessThan(Math.min(nearest, fromEnd) + worthwhile);
      }),
    );
  });

  it('a plan starts at the beginning where nothing else is known', () => {
    expect(planPage({ offset: 5000, limit: 10, total: null, positions: [] }, 100)).toEqual({
      heading: 'forward',
      from: null,
      skip: 5000,
      take: 10,
    });
  });
});
