import { describe, expect, test } from 'vitest';
import { sharedSite } from './shared-hosts.ts';

describe('a host that many share', () => {
  test.each([
    ['facebook.com', 'facebook.com'],
    ['m.facebook.com', 'facebook.com'],
    ['de-de.facebook.com', 'facebook.com'],
    ['uk.linkedin.com', 'linkedin.com'],
    ['linktr.ee', 'linktr.ee'],
    ['wixsite.com', 'wixsite.com'],
    ['sites.google.com', 'sites.google.com'],
    ['play.google.com', 'play.google.com'],
    ['github.com', 'github.com'],
    ['gmail.com', 'gmail.com'],
    ['bit.ly', 'bit.ly'],
    ['crunchbase.com', 'crunchbase.com'],
    ['amazon.co.uk', 'amazon.co.uk'],
    ['blogspot.de', 'blogspot.de'],
  ])('%s is one', (host, site) => expect(sharedSite(host)?.host).toBe(site));

  test.each([
    'acme.example',
    'acme.wixsite.com',
    'acme.github.io',
    'acme.myshopify.com',
    'acme.blogspot.com',
    'acme.substack.com',
    'acme.etsy.com',
    'notfacebook.com',
    'facebook.com.example',
    'amazonas.com.br',
  ])('%s is a site of its own', (host) => expect(sharedSite(host)).toBeNull());
});
