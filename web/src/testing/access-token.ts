/** An access token as the server words it, without a signature worth checking. Times are milliseconds. */
export function anAccessToken(claims: { subject?: string; issuedAt?: number; expiresAt?: number } = {}): string {
  const issuedAt = claims.issuedAt ?? Date.now();
  const payload = {
    sub: claims.subject ?? '1',
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor((claims.expiresAt ?? issuedAt + 15 * 60_000) / 1000),
    jti: crypto.randomUUID(),
  };
  const encode = (value: unknown): string =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(payload)}.c2lnbmF0dXJl`;
}
