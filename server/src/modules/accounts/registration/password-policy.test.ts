import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { thoroughOr } from '../../../testing/thorough.ts';
import { judgePassword } from './password-policy.ts';

const owner = { email: 'mara.lind@example.com', host: 'leads.nordlys.example' };
const TRIES = thoroughOr(20_000, 3_000);

describe('a chosen password', () => {
  it.each([
    ['12345', 'PASSWORD.TOO_SHORT'],
    ['', 'PASSWORD.TOO_SHORT'],
    ['😀😀😀😀😀', 'PASSWORD.TOO_SHORT'],
    ['x'.repeat(41), 'PASSWORD.TOO_LONG'],
    ['sixsix', null],
    ['x'.repeat(40), null],
    ['😀🐙'.repeat(3), 'PASSWORD.TOO_COMMON'],
    ['😀'.repeat(40), null],
    ['e\u0301loge'.repeat(8), null],
  ])('%j is judged %s', (password, fault) => {
    expect(judgePassword(password, owner)).toBe(fault);
  });

  it.each([
    ...['123456', 'QwErTy', 'daniel', '7777777', 'letmein', 'zaq12wsx', 'passwort', 'PASSWORD1'],
    // With digits and signs around, and with letters replaced.
    ...['Summer2026', 'daniel!', '2026Daniel', 'P@ssw0rd', 'pa$$w0rd!', 'Dr4g0n99', 'sunsh1ne', 'Rose2026', 'ｐａｓｓｗｏｒｄ'],
    // The product, the host and the account.
    ...[
      'leadloom',
      'LeadLoom2026',
      'lead-loom!',
      'L3adl00m',
      '123leadloom456',
      'nordlys',
      'Nordlys-2026',
      'leads.nordlys.example',
    ],
    ...['mara.lind@example.com', 'Mara.Lind', 'maralind', 'MaraLind1990', 'mara1990', 'lind1234567', 'example1', 'Example.com1'],
    // Repeated and in order.
    ...['aaaaaa', 'zzzzzzzzzz', 'ababababab', '😀'.repeat(20), '45678901', 'fedcba', 'abcdefghijkl', 'poiuytrewq', 'lkjhgfds'],
    ...['aaabbb111', '1234abcd', 'qweasd123', 'xyz987xyz'],
  ])('%s is too common', (password) => {
    expect(judgePassword(password, owner)).toBe('PASSWORD.TOO_COMMON');
  });

  it.each([
    ...['warp-and-weft-five-5', 'correct horse 1', 'canary password one', 'long enough', 'otter-violin-27', 'my daniel is 6'],
    ...['leadloom is where I work', 'mara likes herring', 'kestrel-nordlys-weave', 'Tr0ub4dor&3x', 'aaaa-otter-1234', 'kj4!xq'],
  ])('%s is accepted', (password) => {
    expect(judgePassword(password, owner)).toBeNull();
  });

  it('of random passwords and phrases nearly none is refused', () => {
    const pick = <Value>(values: readonly Value[] | string) => values[randomInt(values.length)] ?? '';
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const words = `otter violin harbour lantern thistle copper meadow glacier walnut ribbon saddle anchor pepper willow marble
      basket candle feather hammer island jacket kettle ladder mirror needle orange pillow quartz rocket socket timber umbrella`.split(
      /\s+/,
    );
    const kinds: Readonly<Record<string, () => string>> = {
      'eight letters and digits': () => Array.from({ length: 8 }, () => pick(letters)).join(''),
      'twelve letters and digits': () => Array.from({ length: 12 }, () => pick(letters)).join(''),
      'two words and a digit': () => `${String(pick(words))}-${String(pick(words))}-${randomInt(10)}`,
      'three words': () => [pick(words), pick(words), pick(words)].join(' '),
      'three words without spaces': () => [pick(words), pick(words), pick(words)].join(''),
    };
    for (const [kind, make] of Object.entries(kinds)) {
      const refused = Array.from({ length: TRIES }, make).filter((password) => judgePassword(password, owner) !== null);
      expect([kind, refused.length]).toEqual([kind, expect.toSatisfy((count: number) => count <= Math.max(1, TRIES / 10_000))]);
    }
  });
});
