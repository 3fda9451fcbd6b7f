import { describe, expect, it } from 'vitest';
import { toBase32 } from './base32.ts';
import { codeOfStep, otpauthUrl, stepAt, stepsOfCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('time-based codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('the code at %d seconds is that of RFC 6238', (seconds, code) => {
    expect(codeOfStep(secret, stepAt(at(seconds)), 8)).toBe(code);
    expect(codeOfStep(secret, stepAt(at(seconds)))).toBe(code.slice(2));
  });

  it.each([
    [0, '755224'],
    [1, '287082'],
    [9, '520489'],
  ])('the code at count %d is that of RFC 4226', (count, code) => {
    expect(codeOfStep(secret, count)).toBe(code);
  });

  it('a code is accepted one step early and one step late, and no more', () => {
    const now = at(1_111_111_111);
    const current = stepAt(now);
    for (const off of [-1, 0, 1]) expect(stepsOfCode(secret, codeOfStep(secret, current + off), now)).toContain(current + off);
    for (const off of [-2, 2]) expect(stepsOfCode(secret, codeOfStep(secret, current + off), now)).toEqual([]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', '12345\u0000'])('%j is not a code', (code) => {
    expect(stepsOfCode(secret, code, at(59))).toEqual([]);
  });

  it('the address for an authenticator contains the secret and the account', () => {
    const url = new URL(otpauthUrl(secret, 'person+tag@example.com'));
    expect(url.protocol + url.host).toBe('otpauth:totp');
    expect(decodeURIComponent(url.pathname)).toBe('/Leadloom:person+tag@example.com');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Leadloom',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of %j is %j, as in RFC 4648', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
  });
});
