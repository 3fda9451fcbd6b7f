/**
 * Every character of Unicode, unassigned ones included, as units of texts that a test makes up. The library has the same
 * unit, but first writes down all 1,112,064 characters, once in every worker.
 */
import fc from 'fast-check';

/** Halves of characters, which are none. */
const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff - SURROGATES.count;

export const anyCharacter = fc.nat(LAST).map(
  (rank) => String.fromCodePoint(rank < SURROGATES.first ? rank : rank + SURROGATES.count),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character || !character.isWellFormed()) throw new Error('Not one.');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
