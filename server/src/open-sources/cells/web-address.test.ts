import { describe, expect, it } from 'vitest';
import { sortAddresses } from './web-address.ts';

describe('addresses that companies give a register as their website', () => {
  it.each([
    ['HTTP://WWW.NORTHLIGHT.EXAMPLE', 'http://www.northlight.example'],
    ['HTTPS://WWW.NORTHLIGHT.EXAMPLE/ABOUT', 'https://www.northlight.example/about'],
    ['Https://Northlight.example/About', 'https://northlight.example/About'],
    ['http://https://northlight.example', 'http://northlight.example'],
    ['www.nordlys.example', 'www.nordlys.example'],
    ['acme-capital.medium.com', 'acme-capital.medium.com'],
  ])('%s is the website %s', (typed, website) => {
    expect(sortAddresses([typed])).toEqual({ website, linkedinUrl: null });
  });

  it.each(['HTTPS://WWW.LINKEDIN.COM/COMPANY/NORTHLIGHT', 'https://uk.linkedin.com/company/northlight/about/'])(
    '%s is a page at LinkedIn and no website',
    (typed) => {
      const { website, linkedinUrl } = sortAddresses([typed]);
      expect(website).toBeNull();
      expect(linkedinUrl).toMatch(/linkedin\.com\/company\/northlight/);
    },
  );

  it.each([
    'HTTPS://MEDIUM.COM/NORTHLIGHT-BLOG',
    'https://www.facebook.com/northlight',
    'https://x.com/northlight',
    'https://www.linkedin.com/feed/',
    'N/A',
    'NONE',
    'info@northlight.example',
    'https://northlight .example',
    'https://[',
    '',
  ])('%j is nobody’s website', (typed) => {
    expect(sortAddresses([typed])).toEqual({ website: null, linkedinUrl: null });
  });

  it('the first of each kind counts', () => {
    const typed = [
      'https://twitter.com/north',
      'https://north.example',
      'https://www.linkedin.com/company/north',
      'https://n2.example',
    ];
    expect(sortAddresses(typed)).toEqual({
      website: 'https://north.example',
      linkedinUrl: 'https://www.linkedin.com/company/north',
    });
  });
});
