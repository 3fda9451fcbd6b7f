import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '../../server/src/modules/accounts/registration/common-passwords.ts';
import { filterFile, listedPasswords, makeFilter } from './common-passwords.ts';

describe('the filter of common passwords', () => {
  it('is what the list makes', () => {
    expect(readFileSync(filterFile).equals(makeFilter())).toBe(true);
  });

  it('knows each of more than 40,000 words of 6 to 40 characters, and no other text', () => {
    const words = listedPasswords().filter(({ length }) => length >= 6);
    expect(words.length).toBeGreaterThan(40_000);
    expect(words.filter((word) => !isCommonPassword(word))).toEqual([]);
    expect(words.filter((word) => isCommonPassword(`${word} and another`))).toEqual([]);
  });
});
