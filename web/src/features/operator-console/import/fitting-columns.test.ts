import { expect, it } from 'vitest';
import { canHold } from './fitting-columns.ts';

it.each([
  ['text', ['Cold'], true],
  ['money', ['soon', '1,5'], true],
  ['money', ['Cold', 'Warm'], false],
  ['integer', ['11 - 50'], true],
  ['integer', ['ada@acme.example'], false],
  ['number', ['https://acme.example/2'], false],
  ['date', ['Mar 2024'], true],
  ['date', ['Oslo'], false],
  ['time', ['2024-03-01T08:30:05Z'], true],
  ['link', ['acme.example'], true],
  ['link', ['@weaver'], true],
  ['link', ['Oslo, Norway'], false],
  ['email', ['Ada <ada@acme.example>'], true],
  ['email', ['acme.example'], false],
  ['phone', ['+44 20 7946 0001'], true],
  ['phone', ['Call me'], false],
  ['phone', ['1 - 50'], false],
  ['boolean', ['yes', 'no'], true],
  ['boolean', ['Oslo'], false],
] as const)('whether a column of %s can hold %j: %s', (kind, samples, expected) => {
  expect(canHold(kind, samples)).toBe(expected);
});

it('a header without cells may fill any column', () => {
  expect(canHold('money', [])).toBe(true);
  expect(canHold('email', [' '])).toBe(true);
});
