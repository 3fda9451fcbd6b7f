import { describe, expect, it } from 'vitest';
import { namePartsOf } from './name-parts.ts';

describe('first and last names', () => {
  it.each([
    ['Ada Holt', ['Ada', 'Holt']],
    ['  Ada \t Holt ', ['Ada', 'Holt']],
    ['Zoë O’Neill-Ås', ['Zoë', 'O’Neill-Ås']],
    ['名 前', ['名', '前']],
    ['Ada', null],
    ['Ada van Holt', null],
    ['Holt, Ada', null],
    ['A. Holt', null],
    ['Dr Holt', null],
    ['frau Holt', null],
    ['Drew Holt', ['Drew', 'Holt']],
    ['Agent 47', null],
    ['', null],
  ])('“%s” → %j', (name, parts) => {
    expect(namePartsOf(name)).toEqual(parts);
  });
});
