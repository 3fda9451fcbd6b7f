import { describe, expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

describe('what limits count an address under', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:DB8:0:1::1', '2001:db8:0:1::'],
    ['2001:db8::1:ffff:ffff:ffff:ffff', '2001:db8:0:1::'],
    ['2001:db8:0:2::1', '2001:db8:0:2::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['unknown', 'unknown'],
  ])('%s is counted under %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
