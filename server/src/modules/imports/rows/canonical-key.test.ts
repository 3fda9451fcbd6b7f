import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyByRule } from './canonical-key.ts';

const keyOf = (address: string) => keyByRule({ linkOf: 'website' }, { cell: () => address, domain: () => normalDomain(address) });

describe('keys of addresses', () => {
  it.each([
    ['https://www.linkedin.com/company/Acme-Works/', 'website:linkedin.com/company/acme-works'],
    ['linkedin.com/company/acme-works', 'website:linkedin.com/company/acme-works'],
    ['https://touch.www.linkedin.com/in/Ada-Rook/de?trk=x', 'website:linkedin.com/in/ada-rook'],
    ['http://no.linkedin.com/pub/ada-rook/a7/576/b50', 'website:linkedin.com/in/ada-rook-b50576a7'],
    ['https://www.linkedin.com/profile/view?id=7', 'website:linkedin.com/profile/view?id=7'],
    ['https://www.linkedin.com/in/', null],
    ['https://www.linkedin.com/feed/', null],
    ['https://loom.typeform.com/to/aBc', 'website:loom.typeform.com/to/aBc'],
    ['https://loom.typeform.com', null],
    ['https://acme.example/Team//', 'website:acme.example/Team'],
    ['https://acme.example/a/../team', 'website:acme.example/team'],
    ['https://acme.example:8080/team', 'website:acme.example:8080/team'],
    ['https://acme.example/team?id=7&utm_source=mail', 'website:acme.example/team?id=7'],
    ['https://acme.example/über', 'website:acme.example/%C3%BCber'],
  ])('%s is known as %s', (address, key) => expect(keyOf(address)).toBe(key));

  it('a parameter that says where a visitor came from changes no key', () => {
    const host = fc.constantFrom(
      'acme.example',
      'WWW.Acme.Example',
      'de.linkedin.com',
      'm.facebook.com',
      'youtu.be',
      'übung.example',
    );
    const segment = fc.oneof(
      fc.stringMatching(/^[\w-]{1,12}$/),
      fc.constantFrom('', '.', '../../tables', 'a.php', '%41', 'é', 'a:b', 'a@b'),
    );
    const path = fc.array(segment, { maxLength: 4 }).map((segments) => segments.map((each) => `/${each}`).join(''));
    fc.assert(
      fc.property(fc.constantFrom('', 'http://', 'HTTPS://'), host, path, (scheme, named, rest) => {
        const address = `${scheme}${named}${rest}`;
        expect(keyOf(address)).toBe(keyOf(`${address}?gclid=1`));
      }),
    );
  });
});
