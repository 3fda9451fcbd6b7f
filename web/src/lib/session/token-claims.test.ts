import { expect, it } from 'vitest';
import { anAccessToken } from '../../testing/access-token.ts';
import { readTokenClaims } from './token-claims.ts';

it('a token’s expiry and account can be read', () => {
  const token = anAccessToken({ subject: '42', issuedAt: 1_000_000, expiresAt: 1_900_000 });
  expect(readTokenClaims(token)).toEqual({ subject: '42', issuedAt: 1_000_000, expiresAt: 1_900_000 });
});

it.each(['', 'opaque', 'a.b.c', 'a.e30.c', `a.${btoa('null')}.c`, `a.${btoa('{"exp":"soon"}')}.c`])(
  'no claims are read from %j',
  (token) => {
    expect(readTokenClaims(token)).toEqual({ subject: null, issuedAt: null, expiresAt: null });
  },
);
