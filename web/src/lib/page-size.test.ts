import { expect, it } from 'vitest';
import { clampPageSize } from './page-size.ts';

it('an unknown page size becomes the nearest one that is offered', () => {
  const sizes = [1, 10, 12, 13, 20, 37, 38, 60, 1000, Number.NaN].map(clampPageSize);
  expect(sizes).toEqual([10, 10, 10, 15, 15, 25, 50, 50, 100, 10]);
});
