import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from './any-character.ts';

describe('any character', () => {
  it('is a whole character, from the first of Unicode to the last', () => {
    fc.assert(fc.property(anyCharacter, (character) => character.isWellFormed() && [...character].length === 1));
    for (const character of ['\0', 'a', '\uD7FF', '\uE000', '\u{10FFFF}']) {
      expect(anyCharacter.canShrinkWithoutContext(character), character).toBe(true);
    }
  });

  it('is not a half of one, nor more than one', () => {
    for (const text of ['', 'ab', '\uD800', '\uDFFF']) expect(anyCharacter.canShrinkWithoutContext(text), text).toBe(false);
  });
});
