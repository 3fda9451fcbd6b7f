import { describe, expect, it } from 'vitest';
import { domainOf, readEmailAddress } from './email-address.ts';

describe('an email address', () => {
  it.each([
    ['Mara.Lind@Example.COM', 'mara.lind@example.com'],
    ['  mara@example.com\n', 'mara@example.com'],
    ["o'neil+tag@sub.example.co", "o'neil+tag@sub.example.co"],
    ['mara@bücher.example', 'mara@xn--bcher-kva.example'],
    ['a@b.co', 'a@b.co'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is read as %s', (text, address) => {
    expect(readEmailAddress(text)).toBe(address);
  });

  it.each([
    '',
    '@',
    'mara',
    'mara@',
    '@example.com',
    'mara@example',
    'mara@.com',
    'mara@example..com',
    'mara@-example.com',
    'mara@example-.com',
    'mara@1.2.3.4',
    'mara@[127.0.0.1]',
    '.mara@example.com',
    'mara.@example.com',
    'ma..ra@example.com',
    'ma ra@example.com',
    'mara@exam ple.com',
    'mara@b@example.com',
    '"mara"@example.com',
    'Mara <mara@example.com>',
    'mara@example.com, other@example.com',
    'mara@example.com\r\nBcc: other@example.com',
    'mara\u0000@example.com',
    'mär@example.com',
    '\u212aate@example.com',
    'mara@example.com/path',
    'mara@user:pass@example.com',
    `${'a'.repeat(65)}@example.com`,
    `mara@${'a'.repeat(64)}.com`,
    `mara@${'a.'.repeat(130)}com`,
  ])('%j is none', (text) => {
    expect(readEmailAddress(text)).toBeNull();
  });

  it('the domain of an email address is found', () => {
    expect(domainOf('mara@sub.example.com')).toBe('sub.example.com');
  });
});
