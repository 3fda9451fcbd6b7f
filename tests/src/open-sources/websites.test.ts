import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { VisitedRow } from '@leadloom/server/open-sources/open-source';
import { createWebsites } from '@leadloom/server/open-sources/websites/websites';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { companyPages, html } from '../stand-ins/websites/company-site.ts';
import { type SitePage, startWebsites, type WebsitesStandIn } from '../stand-ins/websites/server.ts';
import { openRunFixture } from './open-run.fixture.ts';

const now = () => new Date('2026-11-28T12:00:00Z');

let websites: WebsitesStandIn;
beforeEach(async () => {
  websites = await startWebsites();
});
afterEach(() => websites.close());

const rowOf = (website: string, more: Partial<VisitedRow> = {}): VisitedRow => ({
  table: 'companies',
  id: 1,
  key: `website:${website}`,
  name: 'Acme Canal Works',
  website,
  ...more,
});

interface Look {
  readonly hasMail?: (domain: string) => boolean | null;
  readonly timeoutMs?: number;
}

async function look(rows: readonly VisitedRow[], { hasMail = () => true, timeoutMs = 5_000 }: Look = {}) {
  const source = createWebsites(async (domain) => hasMail(domain));
  const fixture = await openRunFixture(source, { origin: websites.origin, rows, timeoutMs, now });
  try {
    const steps = await fixture.read();
    const loads = steps.flatMap((step) => step.loads);
    return { steps, loads, records: loads.flatMap(({ records }) => records), noted: fixture.noted, paced: fixture.paced };
  } finally {
    await fixture.close();
  }
}

/** The cells of the only record about a company whose front page has this body. */
async function cellsFrom(front: string, pages: Readonly<Record<string, SitePage>> = {}) {
  websites.add('acme.example', { '/': html({ title: 'Acme', body: front }), ...pages });
  const { records } = await look([rowOf('acme.example')]);
  return records[0]?.cells ?? {};
}

describe('a look at a website', () => {
  it('a site that says everything fills the row, and its pages are asked once each', async () => {
    websites.add(
      'acme.example',
      companyPages({
        name: 'Acme Canal Works',
        host: 'acme.example',
        organisation: { numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 11, maxValue: 50 } },
      }),
    );
    const { records, loads, paced } = await look([rowOf('https://www.acme.example', { website: 'https://acme.example' })]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      url: 'https://acme.example/',
      asOf: '2026-11-28',
      cells: {
        website_state: null,
        website_checked_on: '2026-11-28',
        main_contact_email: 'info@acme.example',
        phone: '+49-30-5550100',
        description: 'Acme Canal Works builds gates for canals & locks.',
        linkedin_url: 'https://www.linkedin.com/company/acme',
        legal_name: 'Acme Canal Works GmbH',
        founded_on: '2014-05-20',
        careers_url: 'https://acme.example/careers',
        employee_count: '11-50',
      },
    });
    expect(loads[0]?.fields).toContain('website_state');
    expect(websites.visits.map(({ path }) => path)).toEqual(['/robots.txt', '/', '/kontakt', '/impressum', '/careers', '/about']);
    expect(paced).toHaveLength(6);
    expect(new Set(websites.visits.map(({ userAgent }) => userAgent))).toEqual(
      new Set(['Leadloom/0.0.0 (data@operator.example)']),
    );
  });

  it('an investor gets its own columns', async () => {
    websites.add(
      'fund.example',
      companyPages({ name: 'Weir Fund', host: 'fund.example', organisation: { numberOfEmployees: 12 } }),
    );
    const { records } = await look([rowOf('fund.example', { table: 'investors' })]);
    expect(records[0]?.cells).toMatchObject({
      primary_contact_email: 'info@fund.example',
      employees: '12',
      phone: '+49-30-5550100',
    });
  });

  it('a site of several rows is asked once', async () => {
    websites.add('acme.example', companyPages({ name: 'Acme', host: 'acme.example' }));
    const { records } = await look([rowOf('acme.example'), rowOf('https://acme.example/', { table: 'investors', key: 'other' })]);
    expect(records.map(({ rowKey }) => rowKey)).toEqual(['website:acme.example', 'other']);
    expect(websites.visits.filter(({ path }) => path === '/')).toHaveLength(1);
  });

  it('at most five pages are asked, however many links a site has', async () => {
    const links = Array.from(
      { length: 300 },
      (_, index) => `<a href="/contact-${index}">Contact ${index}</a><a href="/jobs/${index}">Jobs</a>`,
    );
    await cellsFrom(links.join(''));
    expect(websites.visits.filter(({ path }) => path !== '/robots.txt').length).toBeLessThanOrEqual(5);
  });
});

describe('robots.txt', () => {
  test.each([
    ['forbids everything', 'User-agent: *\nDisallow: /'],
    ['forbids us by name', 'User-agent: *\nAllow: /\n\nUser-agent: leadloom\nDisallow: /'],
    ['begins with a byte order mark', '\uFEFFUser-agent: *\r\nDisallow: /'],
  ])('a site is not read where it %s', async (_, robots) => {
    const cells = await cellsFrom('<a href="mailto:info@acme.example">Mail</a>', { '/robots.txt': robots });
    expect(cells).toEqual({ website_state: null, website_checked_on: '2026-11-28' });
    expect(websites.visits.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  test.each([429, 500, 503])('a site whose robots.txt answers %i is not read', async (status) => {
    await cellsFrom('<h1>Acme</h1>', { '/robots.txt': { status } });
    expect(websites.visits.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  it('pages that it forbids are left out, and others are read', async () => {
    websites.add('acme.example', {
      ...companyPages({ name: 'Acme', host: 'acme.example' }),
      '/robots.txt': 'User-agent: *\nDisallow: /kontakt\n',
    });
    const { records } = await look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ main_contact_email: null, legal_name: 'Acme GmbH' });
    expect(websites.visits.map(({ path }) => path)).not.toContain('/kontakt');
  });

  it('where it asks for a pause, the pause is made before the next request', async () => {
    websites.add('acme.example', { '/robots.txt': 'User-agent: *\nCrawl-delay: 1\n', '/': html({ title: 'Acme', body: '' }) });
    await look([rowOf('acme.example')]);
    const [robots, front] = websites.visits;
    expect((front?.time ?? 0) - (robots?.time ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

describe('redirects', () => {
  it('one within the site is followed, and the page that was read is named', async () => {
    websites.add('acme.example', { '/': { status: 301, headers: { location: 'https://www.acme.example/en/' } } });
    websites.add('www.acme.example', { '/en/': html({ title: 'Acme', body: '<a href="mailto:hello@acme.example">Mail</a>' }) });
    const { records } = await look([rowOf('acme.example')]);
    expect(records[0]).toMatchObject({
      url: 'https://www.acme.example/en/',
      cells: { main_contact_email: 'hello@acme.example' },
    });
    expect(websites.visits.map(({ host, path }) => `${host}${path}`)).toEqual([
      'acme.example/robots.txt',
      'acme.example/',
      'www.acme.example/robots.txt',
      'www.acme.example/en/',
    ]);
  });

  it('one to another company is noted and not followed', async () => {
    websites.add('acme.example', { '/': { status: 302, headers: { location: 'https://buyer.example/acme' } } });
    websites.add('buyer.example', companyPages({ name: 'Buyer', host: 'buyer.example' }));
    const { records } = await look([rowOf('acme.example')]);
    expect(records[0]).toMatchObject({ url: 'https://buyer.example/acme', cells: { website_state: null } });
    expect(records[0]?.cells).not.toHaveProperty('main_contact_email');
    expect(websites.visits.map(({ host }) => host)).not.toContain('buyer.example');
  });

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://acme.example:8080/',
    'file:///etc/passwd',
    'http://intranet/',
  ])('one to %s is not followed', async (location) => {
    websites.add('acme.example', { '/': { status: 302, headers: { location } } });
    await look([rowOf('acme.example')]);
    expect(websites.visits.map(({ host, path }) => `${host}${path}`)).toEqual(['acme.example/robots.txt', 'acme.example/']);
  });

  it('a circle ends', async () => {
    websites.add('acme.example', { '/': { status: 302, headers: { location: '/' } } });
    const { records } = await look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ website_state: null });
    expect(websites.visits.length).toBeLessThan(10);
  });
});

describe('addresses that are not asked', () => {
  test.each([
    ...['http://127.0.0.1/', '10.0.0.7', 'http://[::1]/', 'http://localhost/', 'intranet', 'http://printer.local/'],
    ...['https://acme.example:8443/', 'ftp://acme.example/', 'https://user:secret@acme.example/', 'javascript:alert(1)'],
    ...['https://www.linkedin.com/company/acme', 'https://facebook.com/acme', 'medium.com'],
  ])('%s', async (website) => {
    const { records } = await look([rowOf(website)]);
    expect(records[0]?.cells).toEqual({ website_state: null, website_checked_on: '2026-11-28' });
    expect(websites.visits).toEqual([]);
  });
});

it('a name that leads to this machine is not connected to', async () => {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    asked.push(hostname);
    const found = { address: '127.0.0.1', family: 4 };
    if (options.all === true) callback(null, [found]);
    else callback(null, found.address, found.family);
  };
  const source = createWebsites(async () => true);
  const fixture = await openRunFixture(source, { origin: null, rows: [rowOf('acme.example')], lookup });
  const [step] = await fixture.read();
  await fixture.close();
  expect(asked).toContain('acme.example');
  expect(step?.loads[0]?.records[0]?.cells).toMatchObject({ website_state: 'unreachable' });
  expect(websites.visits).toEqual([]);
});

describe('sites that fail', () => {
  it('a site that does not answer twice is unreachable, and what an earlier look found stays', async () => {
    const { loads } = await look([rowOf('gone.example')]);
    expect(loads.map(({ records }) => records.map(({ cells }) => cells))).toEqual([
      [{ website_state: 'unreachable', website_checked_on: '2026-11-28' }],
    ]);
  });

  it('a site that answers at the second try is read', async () => {
    let tries = 0;
    websites.add('acme.example', {
      '/': (_request, response) => {
        tries += 1;
        if (tries === 1) response.destroy();
        else response.end('<a href="mailto:info@acme.example">Mail</a>');
      },
    });
    const { records } = await look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ website_state: null, main_contact_email: 'info@acme.example' });
  });

  it('a server without a way out says so, and marks nothing', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => rowOf(`gone-${index}.example`));
    await expect(look(rows)).rejects.toThrow('None of 12 websites could be reached');
  });

  it('a page that never ends is given up', async () => {
    websites.add('slow.example', {
      '/': (_request, response) => {
        response.write('<html>');
        const timer = setInterval(() => response.write('<p>'), 50);
        response.on('close', () => clearInterval(timer));
      },
    });
    const { records } = await look([rowOf('slow.example')], { timeoutMs: 300 });
    expect(records[0]?.cells).toMatchObject({ website_state: 'unreachable' });
  });

  test.each([401, 403, 404, 429])('a site that answers %i is checked, and not called unreachable', async (status) => {
    expect(await cellsFrom('', { '/': { status, body: '<a href="mailto:info@acme.example">Mail</a>' } })).toEqual({
      website_state: null,
      website_checked_on: '2026-11-28',
    });
  });

  it('a domain for sale says nothing of the company that had it', async () => {
    const cells = await cellsFrom(
      '<h1>acme.example</h1><p>This domain is for sale!</p><a href="mailto:sales@acme.example">Buy</a>',
    );
    expect(cells).not.toHaveProperty('main_contact_email');
  });

  it('a domain without mail server is said to have none', async () => {
    websites.add('shop.acme.example', companyPages({ name: 'Acme', host: 'shop.acme.example' }));
    const asked: string[] = [];
    const hasMail = (domain: string) => {
      asked.push(domain);
      return false;
    };
    const { records } = await look([rowOf('shop.acme.example')], { hasMail });
    expect(records[0]?.cells).toMatchObject({ website_state: 'no_mail_server' });
    expect(asked).toEqual(['shop.acme.example', 'acme.example']);
  });

  it('where nobody can tell whether there is a mail server, nothing is said', async () => {
    websites.add('acme.example', companyPages({ name: 'Acme', host: 'acme.example' }));
    const { records } = await look([rowOf('acme.example')], { hasMail: () => null });
    expect(records[0]?.cells).toMatchObject({ website_state: null });
  });
});

describe('hostile pages', () => {
  it('of a page of 50 MB, the first megabyte is read and the rest not received', async () => {
    let sent = 0;
    websites.add('acme.example', {
      '/': async (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<a href="mailto:info@acme.example">Mail</a>');
        const piece = Buffer.alloc(65_536, '<p>x');
        const closed = once(response, 'close');
        for (; sent < 50_000_000 && !response.destroyed; sent += piece.length)
          if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
        response.end();
      },
    });
    const { records } = await look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ main_contact_email: 'info@acme.example' });
    expect(sent).toBeLessThan(30_000_000);
  });

  it('a page that unpacks to 200 MB is read up to its first megabyte', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<a href="tel:+4930555010">Call</a>'), Buffer.alloc(200_000_000, ' ')]));
    const before = process.memoryUsage.rss();
    const cells = await cellsFrom('', { '/': { headers: { 'content-encoding': 'gzip' }, body: bomb } });
    expect(cells).toMatchObject({ phone: '+4930555010' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  });

  it('elements nested without end, which close each other wrongly, do not stop the others', async () => {
    const cells = await cellsFrom(`<a href="mailto:info@acme.example">Mail</a>${'<b>'.repeat(150_000)}${'</i>'.repeat(120_000)}`);
    expect(cells).toMatchObject({ main_contact_email: 'info@acme.example' });
  });

  it('texts become one line without HTML, control and turning characters, and no longer than their column', async () => {
    const evil = `<script>alert(1)</script>Gates\u0000 for \u202Ecanals\u202C\n\n and <img src=x onerror=alert(1)>locks ${'x '.repeat(5_000)}`;
    const head = `<meta name="description" content="${evil.replaceAll('"', '').replaceAll('<', '&lt;')}">`;
    websites.add('acme.example', { '/': html({ title: 'Acme', head }) });
    const { records } = await look([rowOf('acme.example')]);
    const description = String(records[0]?.cells.description);
    expect(description).toMatch(/^alert\(1\) Gates for canals and locks x x/);
    expect(description.length).toBeLessThanOrEqual(1_000);
  });

  test.each([
    [
      'windows-1252 that says UTF-8',
      'text/html; charset=utf-8',
      Buffer.from('<meta name="description" content="M\xfcller & S\xf6hne">', 'latin1'),
    ],
    [
      'windows-1252 that says nothing',
      'text/html',
      Buffer.from('<meta name="description" content="M\xfcller & S\xf6hne">', 'latin1'),
    ],
    [
      'UTF-8 that says Latin-1',
      'text/html; charset=iso-8859-1',
      Buffer.from('<meta name="description" content="Müller & Söhne">'),
    ],
    [
      'an encoding that does not exist',
      'text/html; charset=klingon',
      Buffer.from('<meta name="description" content="Müller & Söhne">'),
    ],
    ['UTF-16 with its mark', 'text/html', Buffer.from('\uFEFF<meta name="description" content="Müller & Söhne">', 'utf16le')],
  ])('bytes are read as what they are: %s', async (_, contentType, body) => {
    expect(await cellsFrom('', { '/': { headers: { 'content-type': contentType }, body } })).toMatchObject({
      description: 'Müller & Söhne',
    });
  });

  it('a picture that calls itself the front page is no page', async () => {
    const cells = await cellsFrom('', { '/': { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1_000) } });
    expect(cells).not.toHaveProperty('description');
  });
});

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
    expect((await cellsFrom(body)).main_contact_email).toBe(email);
  });

  it('a mailbox without a link counts on the pages that are there to name it', async () => {
    const cells = await cellsFrom('<p>sales@acme.example</p><a href="/impressum">Impressum</a>', {
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
    expect((await cellsFrom(`<a href="${href}">Call</a>`)).phone).toBe(phone);
  });

  test.each([
    ['https://www.linkedin.com/company/acme-canals/about/?trk=x', 'https://www.linkedin.com/company/acme-canals'],
    ['https://www.linkedin.com/shareArticle?mini=true&url=x', null],
    ['https://www.linkedin.com/in/ann-lee', null],
    ['https://www.linkedin.com/company/shopify', null],
  ])('%s as the page at LinkedIn', async (href, url) => {
    expect((await cellsFrom(`<a href="${href}">LinkedIn</a>`)).linkedin_url).toBe(url);
  });

  it('of several pages at LinkedIn, as investors link them, the one with the name of the site counts', async () => {
    const link = (name: string) => `<a href="https://linkedin.com/company/${name}">x</a>`;
    expect((await cellsFrom(link('acme') + link('river-robots') + link('weir-ai'))).linkedin_url).toBe(
      'https://linkedin.com/company/acme',
    );
  });

  it('of several pages at LinkedIn without the name of the site, none counts', async () => {
    const link = (name: string) => `<a href="https://linkedin.com/company/${name}">x</a>`;
    expect((await cellsFrom(link('river-robots') + link('weir-ai'))).linkedin_url).toBeNull();
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
    expect((await cellsFrom(structured(...things))).legal_name).toBe(legalName);
  });

  test.each([
    ['2014', '2014-01-01'],
    ['2014-05-20T00:00:00Z', '2014-05-20'],
    ['2014-02-31', null],
    ['long ago', null],
  ])('founded in %s', async (foundingDate, founded) => {
    expect((await cellsFrom(structured({ '@type': 'Organization', foundingDate }))).founded_on).toBe(founded);
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
    websites.add('lockshop.example', shopPages(meta));
    const { loads } = await look([rowOf('lockshop.example')]);
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
    websites.add('lockshop.example', shopPages(meta));
    const { records } = await look([
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
    ['a picture from its hosts', '<img src="https://cdn.shopify.com/s/files/1/a.png">'],
    ['an article about it', '<p>Shopify.shop = "lock-shop.myshopify.com"</p>'],
  ])('%s makes no shop', async (_, body) => {
    websites.add('acme.example', { '/': html({ title: 'Acme', body }), '/meta.json': JSON.stringify(meta) });
    expect((await look([rowOf('acme.example')])).loads.map(({ table }) => table)).toEqual(['companies']);
  });
});

describe('job boards on a site', () => {
  it('boards that are linked or embedded are noted with their company', async () => {
    websites.add('acme.example', {
      '/': html({ title: 'Acme', body: '<a href="/careers">Careers</a>' }),
      '/careers': html({
        title: 'Careers',
        body: '<script src="https://boards.greenhouse.io/embed/job_board/js?for=acmecanals"></script><a href="https://jobs.eu.lever.co/acme/1234">Job</a>',
      }),
    });
    const { noted, records } = await look([rowOf('acme.example')]);
    const company = { companyName: 'Acme Canal Works', companyWebsite: 'acme.example' };
    expect(noted).toEqual([
      { provider: 'lever-eu', token: 'acme', ...company },
      { provider: 'greenhouse', token: 'acmecanals', ...company },
    ]);
    expect(records[0]?.cells).toMatchObject({ careers_url: 'https://acme.example/careers' });
  });

  it('the boards that an investor links are those of others', async () => {
    const links = ['a', 'b', 'c', 'd'].map((name) => `<a href="https://jobs.ashbyhq.com/${name}">Job</a>`).join('');
    websites.add('fund.example', { '/': html({ title: 'Fund', body: links }) });
    expect((await look([rowOf('fund.example')])).noted).toEqual([]);
  });
});
