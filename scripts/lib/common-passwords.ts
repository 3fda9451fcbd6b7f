/**
 * Makes the filter by which the server knows common passwords, from the list of `@zxcvbn-ts/language-common` (MIT), which was
 * collected from published leaks. The file holds hashes alone, so the server needs neither the package nor its words.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HASH_BYTES, hashPassword } from '../../server/src/modules/accounts/registration/common-passwords.ts';

/** Shorter words count with digits around them. */
const SHORTEST = 4;
const LONGEST = 40;

export const filterFile = fileURLToPath(
  new URL('../../server/src/modules/accounts/registration/common-passwords.bin', import.meta.url),
);

/** Lower-cased words of the list, without those that no password can be. */
export function listedPasswords(): readonly string[] {
  const list = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'));
  const words: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(words)) throw new Error('the package has no list of passwords any more');
  return [...new Set(words.map((word) => String(word).toLowerCase()))].filter(
    ({ length }) => length >= SHORTEST && length <= LONGEST,
  );
}

/** The hashes of all words, sorted. */
export function makeFilter(): Buffer {
  const hashes = new Set(listedPasswords().map((word) => hashPassword(word)));
  const sorted = [...hashes].toSorted((one, other) => one - other);
  const filter = Buffer.alloc(sorted.length * HASH_BYTES);
  for (const [at, hash] of sorted.entries()) filter.writeUIntBE(hash, at * HASH_BYTES, HASH_BYTES);
  return filter;
}
