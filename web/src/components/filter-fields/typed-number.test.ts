import { expect, it } from 'vitest';
import { readNumber } from './typed-number.ts';

it('numbers are read as people type them', () => {
  const cases: readonly (readonly [typed: string, read: string | null])[] = [
    ['', ''],
    ['  ', ''],
    ['10', '10'],
    [' 007.50 ', '7.5'],
    ['-1.5', '-1.5'],
    ['−3', '-3'],
    ['+4', '4'],
    ['.5', '0.5'],
    ['1.', '1'],
    ['-0', '0'],
    ['10,000', '10000'],
    ['1,234,567.8', '1234567.8'],
    ['1,2', null],
    ['10k', null],
    ['-', null],
    ['1e5', null],
    ['1234567890123456', null],
  ];
  for (const [typed, read] of cases) expect(readNumber(typed), typed).toBe(read);
});
