import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Maren Holt', 'MH'],
  ['maren van der holt', 'MH'],
  ['Prince', 'P'],
  ['(Dr.) Åse Østby', 'DØ'],
  ['山田花子', '山'],
  ['מירה כהן', 'מכ'],
  ['𐐨lder', '𐐀'],
  ['🧵 Thread', 'T'],
  ['🧵🪡', ''],
  ['', ''],
  [null, ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
