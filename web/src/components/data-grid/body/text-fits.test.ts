import { expect, test } from 'vitest';
import { textFits } from './text-fits.ts';

test.each([
  ['', 50],
  ['Porto', 96],
  ['United States', 168],
  ['1,234,567', 112],
  ['Mar 1, 2024', 128],
])('%j needs no clipping in %d px', (text, width) => {
  expect(textFits(text, width)).toBe(true);
});

test.each([
  ['United States', 50],
  ['WWWWWWWWWW', 120],
  ['damask-logistics-1.example', 200],
  ['山田花子山田花子山田花子', 200],
  ['x'.repeat(120), 400],
])('%j may be too long for %d px', (text, width) => {
  expect(textFits(text, width)).toBe(false);
});
