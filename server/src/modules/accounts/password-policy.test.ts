import { describe, expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { judgePassword } from './password-policy.ts';

describe('a chosen password', () => {
  it.each([
    ['12345', 'PASSWORD.TOO_SHORT'],
    ['', 'PASSWORD.TOO_SHORT'],
    ['😀😀😀😀😀', 'PASSWORD.TOO_SHORT'],
    ['x'.repeat(41), 'PASSWORD.TOO_LONG'],
    ['123456', 'PASSWORD.TOO_COMMON'],
    ['QwErTy', 'PASSWORD.TOO_COMMON'],
    ['mara.lind@example.com', 'PASSWORD.TOO_COMMON'],
    ['Mara.Lind', 'PASSWORD.TOO_COMMON'],
    ['sixsix', null],
    ['😀'.repeat(40), null],
    ['e\u0301'.repeat(40), null],
  ])('%j is judged %s', (password, fault) => {
    expect(judgePassword(password, 'mara.lind@example.com')).toBe(fault);
  });

  it('every entry of the list of common passwords is in lower case and long enough to matter', () => {
    for (const password of commonPasswords) {
      expect(password).toBe(password.toLowerCase());
      expect(password.length).toBeGreaterThanOrEqual(6);
    }
  });
});
