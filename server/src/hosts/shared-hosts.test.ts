import { describe, expect, it, test } from 'vitest';
import { isSharedHost, sharedHostPattern, sharedSite } from './shared-hosts.ts';

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
    ['touch.www.linkedin.com', 'linkedin.com'],
    ['typeform.com', 'typeform.com'],
    ['weaver-capital.typeform.com', 'weaver-capital.typeform.com'],
    ['form.jotform.com', 'form.jotform.com'],
    ['tally.so', 'tally.so'],
    ['warp.fillout.com', 'warp.fillout.com'],
    ['warp.paperform.co', 'warp.paperform.co'],
    ['share.hsforms.com', 'share.hsforms.com'],
    ['forms.office.com', 'forms.office.com'],
    ['forms.gle', 'forms.gle'],
    ['docs.google.com', 'docs.google.com'],
    ['warp.docsend.com', 'warp.docsend.com'],
    ['calendly.com', 'calendly.com'],
    ['notion.site', 'notion.site'],
    ['github.io', 'github.io'],
    ['co.uk', 'co.uk'],
    ['com.au', 'com.au'],
    ['uk.com', 'uk.com'],
    ['k12.ma.us', 'k12.ma.us'],
    ['ngrok.app', 'ngrok.app'],
    ['google.com.tr', 'google.com.tr'],
    ['yahoo.co.jp', 'yahoo.co.jp'],
    ['blogspot.co.uk', 'blogspot.co.uk'],
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
    'nottypeform.com',
    'typeform.com.example',
    'warp.notion.site',
    'example.co.uk',
    'example.com.au',
    'example.uk.com',
    'acme.ngrok.app',
    'allegro.dev',
    'shop.google.com.tr',
    'acme.blogspot.co.uk',
    'city.kawasaki.jp',
  ])('%s is a site of its own', (host) => expect(sharedSite(host)).toBeNull());
});

it('the pattern for the database matches shared hosts, and no others', () => {
  const pattern = new RegExp(sharedHostPattern());
  const names = [
    'linkedin.com',
    'forms.gle',
    'typeform.com',
    'squarespace.com',
    'gmail.com',
    'blogspot.de',
    'amazon.co.uk',
    'acme.example',
  ];
  const labels = ['', 'de.', 'm.', 'www2.', 'en-gb.', 'acme.', 'fr.m.', 'acme.m.', 'm.acme.', 'x'];
  for (const name of names)
    for (const label of labels)
      expect([label + name, pattern.test(label + name)]).toEqual([label + name, isSharedHost(label + name)]);
});
