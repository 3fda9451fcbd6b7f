import { expect, test } from 'vitest';
import { clampWidth, initialWidth, inRem } from './column-widths.ts';

test('A column that was never resized has room for its kind and its header, up to 200 px', () => {
  expect(initialWidth({ field: 'a', headerName: 'Hiring', kind: 'boolean' })).toBe(96);
  expect(initialWidth({ field: 'a', headerName: 'Main contact name', kind: 'boolean' })).toBeGreaterThan(150);
  expect(initialWidth({ field: 'a', headerName: 'About', kind: 'long-text' })).toBe(200);
  expect(initialWidth({ field: 'a', headerName: 'What was said about it last year', kind: 'integer' })).toBe(200);
});

test.each([
  [49.4, 50],
  [50, 50],
  [123.4, 123],
  [123.5, 124],
  [400, 400],
  [401, 400],
  [-10, 50],
])('A width of %d px becomes %d px', (wanted, width) => {
  expect(clampWidth(wanted)).toBe(width);
});

test('Widths grow with the size of the text', () => {
  expect(inRem(200)).toBe('12.5rem');
});
