import { describe, expect, it } from 'vitest';
import { rememberReturnAddress, returnAddress } from './return-address.ts';

const place = { pathname: '/table/companies', search: '?country=Norway', hash: '#rows', state: null, key: 'k' };

describe('the place somebody had to leave to sign in', () => {
  it('is kept whole', () => {
    expect(returnAddress(rememberReturnAddress(place, null), '1')).toBe('/table/companies?country=Norway#rows');
  });

  it("is nobody else's where a session ended there", () => {
    const kept = rememberReturnAddress(place, '1');
    expect(returnAddress(kept, '1')).toBe('/table/companies?country=Norway#rows');
    expect(returnAddress(kept, '2')).toBeNull();
    expect(returnAddress(kept, null)).toBeNull();
  });

  it.each(['//evil.example/x', '/\\\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    'is never %j, which leads out of the app',
    (address) => {
      expect(returnAddress({ placeLeft: { address, accountKey: null } }, '1')).toBeNull();
    },
  );

  it.each([null, undefined, 'x', {}, { placeLeft: null }, { placeLeft: { address: 7, accountKey: null } }])(
    'is none in %j',
    (state) => {
      expect(returnAddress(state, '1')).toBeNull();
    },
  );
});
