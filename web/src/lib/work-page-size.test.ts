import { expect, test } from 'vitest';
import { workPageSize } from './work-page-size.ts';

test.each([
  [400, 10],
  [900, 25],
  [1080, 50],
  [1440, 50],
  [5000, 100],
])('a window of %d px has pages of %d rows', (height, size) => {
  expect(workPageSize(height)).toBe(size);
});
