import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords, HASH_PARAMETERS } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  it('passwords are hashed with argon2id at 46 MiB and one pass, with a salt', async () => {
    const [one, other] = [await passwords.hash('a fine password'), await passwords.hash('a fine password')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwords.matches(one, 'a fine password')).toBe(true);
    expect(await passwords.matches(one, 'a fine passwore')).toBe(false);
  });

  it('a password is hashed in full, whatever its length, NULs or Unicode', async () => {
    for (const [password, other] of [
      ['x'.repeat(40), `${'x'.repeat(39)}y`],
      ['before\0after', 'before\0other'],
      ['зимний вечер', 'зимний вечеР'],
      ['😀😀😀😀😀😀', '😀😀😀😀😀😁'],
    ] as const) {
      const stored = await passwords.hash(password);
      expect(await passwords.matches(stored, password)).toBe(true);
      expect(await passwords.matches(stored, other)).toBe(false);
    }
  });

  it('the composed and decomposed forms of a password are equal', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.matches(stored, 'cafe\u0301 au lait')).toBe(true);
  });

  it('no password matches a missing account', async () => {
    expect(await passwords.matches(null, 'a fine password')).toBe(false);
    expect(await passwords.matches(null, '')).toBe(false);
  });

  it('a hash is outdated if its parameters are weaker than the current ones', async () => {
    expect(passwords.isOutdated(await passwords.hash('a fine password'))).toBe(false);
    expect(passwords.isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 2 }))).toBe(true);
    expect(passwords.isOutdated(await hash('x', { memoryCost: 65_536, timeCost: 1 }))).toBe(false);
  });

  it('hashing is refused if too much work is waiting', async () => {
    const narrow = createPasswords(HASH_PARAMETERS, { running: 1, waiting: 1 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('a fine password')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'SERVER.BUSY' });
    }
  });
});
