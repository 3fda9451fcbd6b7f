import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { html } from '../stand-ins/websites/company-site.ts';
import type { SitePage } from '../stand-ins/websites/server.ts';
import { openSites, rowOf, type SitesFixture } from './sites.fixture.ts';

let sites: SitesFixture;
beforeEach(async () => {
  sites = await openSites();
});
afterEach(() => sites.websites.close());

describe('mailboxes', () => {
  test.each([
    ['a blank in front', '<a href="mailto:%20info@acme.example">Mail</a>', 'info@acme.example'],
    ['a subject behind', '<a href="mailto:Sales@Acme.example?subject=Hi">Mail</a>', 'sales@acme.example'],
    [
      'several',
      '<a href="mailto:sales@acme.example,info@acme.example">Mail</a><a href="mailto:office@acme.example">Mail</a>',
      'office@acme.example',
    ],
    [
      'the most general of several',
      '<a href="mailto:press@acme.example">P</a><a href="mailto:info@acme.example">I</a>',
      'info@acme.example',
    ],
    ['a role with a country', '<a href="mailto:info-uk@acme.example">Mail</a>', 'info-uk@acme.example'],
    ['another ending of the same name', '<a href="mailto:info@acme.test">Mail</a>', 'info@acme.test'],
    ['a person', '<a href="mailto:ann.lee@acme.example">Ann</a>', null],
    ['applicants', '<a href="mailto:jobs@acme.example">Apply</a><a href="mailto:noreply@acme.example">No</a>', null],
    ['the agency that made the site', '<a href="mailto:info@agency.example">Web design</a>', null],
    ['a provider of mailboxes', '<a href="mailto:info@gmail.com">Mail</a>', null],
    [
      'no address at all',
      '<a href="mailto:">Share</a><a href="mailto:?subject=Read">Share</a><a href="mailto:%E0%A4%A">x</a>',
      null,
    ],
  ])('%s', async (_, body, email) => {
    expect((await sites.cellsFrom(body)).main_contact_email).toBe(email);
  });

  it('a mailbox without a link counts on the pages that are there to name it', async () => {
    const cells = await sites.cellsFrom('<p>sales@acme.example</p><a href="/impressum">Impressum</a>', {
      '/impressum': '<p>Mail: office@acme.example</p>',
    });
    expect(cells.main_contact_email).toBe('office@acme.example');
  });
});

describe('telephones and networks', () => {
  test.each([
    ['tel:+1%20(512)%20555-0100', '+1 (512) 555-0100'],
    ['tel:+support@acme.example', null],
    ['tel:110', null],
    ['TEL:5125550100;ext=4', '5125550100'],
  ])('%s', async (href, phone) => {
    expect((await sites.cellsFrom(`<a href="${href}">Call</a>`)).phone).toBe(phone);
  });

  it('of several numbers on one page, none is known to be the one to call', async () => {
    const [one, other] = ['<a href="tel:+15125550100">Austin</a>', '<a href="tel:+15125550101">Dallas</a>'];
    expect((await sites.cellsFrom(one + other)).phone).toBeNull();
    expect((await sites.cellsFrom(`${one}<a href="tel:+1-512-555-0100">Call</a>`)).phone).toBe('+15125550100');
  });

  it('where the page for contacts has several numbers, one that another page has alone is taken', async () => {
    const cells = await sites.cellsFrom('<a href="/contact">Contact</a><a href="tel:+15125550100">Call</a>', {
      '/contact': '<a href="tel:+15125550101">Austin</a><a href="tel:+15125550102">Dallas</a>',
    });
    expect(cells.phone).toBe('+15125550100');
  });

  test.each([
    ['https://www.linkedin.com/company/acme-canals/about/?trk=x', 'https://www.linkedin.com/company/acme-canals'],
    ['https://www.linkedin.com/shareArticle?mini=true&url=x', null],
    ['https://www.linkedin.com/in/ann-lee', null],
    ['https://www.linkedin.com/company/shopify', null],
    ['//www.linkedin.com/company/acme-canals', 'https://www.linkedin.com/company/acme-canals'],
  ])('%s as the page at LinkedIn', async (href, url) => {
    expect((await sites.cellsFrom(`<a href="${href}">LinkedIn</a>`)).linkedin_url).toBe(url);
  });

  it('of several pages at LinkedIn, as investors link them, the one with the name of the site counts', async () => {
    const link = (name: string) => `<a href="https://linkedin.com/company/${name}">x</a>`;
    expect((await sites.cellsFrom(link('acme') + link('river-robots') + link('weir-ai'))).linkedin_url).toBe(
      'https://linkedin.com/company/acme',
    );
  });

  it('of several pages at LinkedIn without the name of the site, none counts', async () => {
    const link = (name: string) => `<a href="https://linkedin.com/company/${name}">x</a>`;
    expect((await sites.cellsFrom(link('river-robots') + link('weir-ai'))).linkedin_url).toBeNull();
  });
});

describe('structured data', () => {
  const structured = (...things: readonly unknown[]) =>
    things
      .map((thing) => `<script type="application/ld+json">${typeof thing === 'string' ? thing : JSON.stringify(thing)}</script>`)
      .join('');

  test.each([
    ['the company', [{ '@type': 'Corporation', url: 'https://www.acme.example/', legalName: 'Acme AG' }], 'Acme AG'],
    [
      'in a graph',
      [{ '@graph': [{ '@type': ['Organization', 'Brand'], url: 'https://acme.example', legalName: 'Acme AG' }] }],
      'Acme AG',
    ],
    [
      'as the publisher of an article',
      [{ '@type': 'Article', publisher: { '@type': 'Organization', legalName: 'Acme AG' } }],
      'Acme AG',
    ],
    ['with a list of networks that is empty', [{ '@type': 'Organization', legalName: 'Acme AG', sameAs: [] }], 'Acme AG'],
    ['broken over lines', ['{"@type":"Organization","legalName":"Acme\nAG"}'], 'Acme AG'],
    ['the maker of a plugin', [{ '@type': 'Organization', url: 'https://plugin.example/', legalName: 'Plugin Inc' }], null],
    [
      'two that name no address',
      [
        { '@type': 'Organization', name: 'A', legalName: 'A' },
        { '@type': 'Organization', name: 'B', legalName: 'B' },
      ],
      null,
    ],
    ['that does not parse', ['{"@type":"Organization","legalName":"Acme AG",}'], null],
    ['nested without end', [`${'['.repeat(40_000)}`], null],
    ['of a person', [{ '@type': 'Person', url: 'https://acme.example/', legalName: 'Ann' }], null],
  ])('%s', async (_, things, legalName) => {
    expect((await sites.cellsFrom(structured(...things))).legal_name).toBe(legalName);
  });

  test.each([
    ['2014', '2014-01-01'],
    ['2014-05-20T00:00:00Z', '2014-05-20'],
    ['2014-02-31', null],
    ['long ago', null],
  ])('founded in %s', async (foundingDate, founded) => {
    expect((await sites.cellsFrom(structured({ '@type': 'Organization', foundingDate }))).founded_on).toBe(founded);
  });
});

describe('shops of Shopify', () => {
  const shopPages = (meta: unknown): Readonly<Record<string, SitePage>> => ({
    '/': html({
      title: 'Lock Shop',
      lang: 'de',
      body: `<script>Shopify.shop = "lock-shop.myshopify.com"; Shopify.locale = "de"; Shopify.currency = {"active":"CHF"};</script><a href="mailto:hello@lockshop.example">Mail</a><a href="https://instagram.com/lockshop">I</a><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a>`,
    }),
    '/meta.json': JSON.stringify(meta),
    '/products.json?limit=50': JSON.stringify({
      products: [
        { product_type: 'Padlocks', tags: ['steel', 'outdoor', 'filter:color=red'] },
        { product_type: 'Padlocks', tags: ['steel'] },
        { product_type: 'Keys', tags: 'steel, brass' },
      ],
    }),
  });
  const meta = {
    id: 1,
    name: 'Lock Shop',
    currency: 'EUR',
    country: 'DE',
    myshopify_domain: 'lock-shop.myshopify.com',
    description: 'Locks for all doors.',
  };

  it('a shop on the site of a company makes a row of the shops', async () => {
    sites.websites.add('lockshop.example', shopPages(meta));
    const { loads } = await sites.look([rowOf('lockshop.example')]);
    expect(loads.map(({ table }) => table)).toEqual(['companies', 'shopify']);
    expect(loads[1]?.records).toEqual([
      {
        url: 'https://lockshop.example/',
        asOf: '2026-11-28',
        cells: {
          ...{
            url: 'https://lockshop.example',
            merchant_name: 'Lock Shop',
            currency: 'EUR',
            locale: 'de',
            emails: ['hello@lockshop.example'],
          },
          ...{
            description: 'Locks for all doors.',
            topics: ['Padlocks', 'Keys', 'steel'],
            instagram: 'https://instagram.com/lockshop',
          },
          ...{ facebook: null, linkedin: null, youtube_channel: null, total_reviews: null, average_review: null },
          ...{ last_crawled_at: '2026-11-28T12:00:00.000Z', website_state: null, website_checked_on: '2026-11-28' },
        },
      },
    ]);
  });

  it('a stored shop is filled by its key, also where a company has the same site', async () => {
    sites.websites.add('lockshop.example', shopPages(meta));
    const { records } = await sites.look([
      rowOf('https://lockshop.example', { table: 'shopify', key: 'url:lockshop.example' }),
      rowOf('lockshop.example'),
    ]);
    expect(records).toHaveLength(2);
    expect(records[1]).toMatchObject({
      rowKey: 'url:lockshop.example',
      cells: { currency: 'EUR', last_crawled_at: '2026-11-28T12:00:00.000Z' },
    });
  });

  test.each([
    ['https://www.facebook.com/lockshop/', 'https://www.facebook.com/lockshop'],
    ['https://www.facebook.com/profile.php?id=100064000000000', null],
    ['https://www.facebook.com/pg/lockshop/about', null],
    ['https://www.facebook.com/photo/?fbid=1', null],
    ['https://www.facebook.com/story.php?story_fbid=1', null],
    ['https://l.facebook.com/l.php?u=x', null],
    ['https://www.facebook.com/v2.9/plugins/page.php', null],
  ])('%s as the page at Facebook', async (href, url) => {
    const pages = shopPages(meta);
    const front = String(pages['/']).replace('</body>', `<a href="${href}">Facebook</a></body>`);
    sites.websites.add('lockshop.example', { ...pages, '/': front });
    expect((await sites.look([rowOf('lockshop.example')])).loads[1]?.records[0]?.cells.facebook).toBe(url);
  });

  test.each([
    ['a picture from its hosts', '<img src="https://cdn.shopify.com/s/files/1/a.png">'],
    ['an article about it', '<p>Shopify.shop = "lock-shop.myshopify.com"</p>'],
  ])('%s makes no shop', async (_, body) => {
    sites.websites.add('acme.example', { '/': html({ title: 'Acme', body }), '/meta.json': JSON.stringify(meta) });
    expect((await sites.look([rowOf('acme.example')])).loads.map(({ table }) => table)).toEqual(['companies']);
  });
});

describe('job boards on a site', () => {
  it('boards that are linked or embedded are noted with their company', async () => {
    sites.websites.add('acme.example', {
      '/': html({ title: 'Acme', body: '<a href="/careers">Careers</a>' }),
      '/careers': html({
        title: 'Careers',
        body: '<script src="https://boards.greenhouse.io/embed/job_board/js?for=acmecanals"></script><a href="https://jobs.eu.lever.co/acme/1234">Job</a>',
      }),
    });
    const { noted, records } = await sites.look([rowOf('acme.example')]);
    const company = { companyName: 'Acme Canal Works', companyWebsite: 'acme.example' };
    expect(noted).toEqual([
      { provider: 'lever-eu', token: 'acme', ...company },
      { provider: 'greenhouse', token: 'acmecanals', ...company },
    ]);
    expect(records[0]?.cells).toMatchObject({ careers_url: 'https://acme.example/careers' });
  });

  it('the boards that an investor links are those of others', async () => {
    const links = ['a', 'b', 'c', 'd'].map((name) => `<a href="https://jobs.ashbyhq.com/${name}">Job</a>`).join('');
    sites.websites.add('fund.example', { '/': html({ title: 'Fund', body: links }) });
    expect((await sites.look([rowOf('fund.example')])).noted).toEqual([]);
  });
});
