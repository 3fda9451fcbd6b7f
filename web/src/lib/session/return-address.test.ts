import { describe, expect, it } from 'vitest';
import { rememberReturnAddress, returnAddress } from './return-address.ts';

const location = { pathname: '/table/companies', search: '?country=Norway', hash: '#rows', state: null, key: 'k' };

describe('the return address', () => {
  it('the return address is kept with its query', () => {
    expect(returnAddress(rememberReturnAddress(location, null), '1')).toBe('/table/companies?country=Norway#rows');
  });

  it('the return address of an ended session is only for its account', () => {
    const kept = rememberReturnAddress(location, '1');
    expect(returnAddress(kept, '1')).toBe('/table/companies?country=Norway#rows');
    expect(returnAddress(kept, '2')).toBeNull();
    expect(returnAddress(kept, null)).toBeNull();
  });

  it.each(['//evil.example/x', '/\\\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    'the return address is never %j, which leads out of the app',
    (address) => {
      expect(returnAddress({ returnTo: { address, accountKey: null } }, '1')).toBeNull();
    },
  );

  it.each([null, undefined, 'x', {}, { returnTo: null }, { returnTo: { address: 7, accountKey: null } }])(
    'there is no return address in %j',
    (state) => {
      expect(returnAddress(state, '1')).toBeNull();
    },
  );
});
