import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createWebsites } from '@leadloom/server/open-sources/websites/websites';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { companyPages, html } from '../stand-ins/websites/company-site.ts';
import { openRunFixture } from './open-run.fixture.ts';
import { openSites, rowOf, type SitesFixture } from './sites.fixture.ts';

let sites: SitesFixture;
beforeEach(async () => {
  sites = await openSites();
});
afterEach(() => sites.websites.close());

describe('a look at a website', () => {
  it('a site that says everything fills the row, and its pages are asked once each', async () => {
    sites.websites.add(
      'acme.example',
      companyPages({
        name: 'Acme Canal Works',
        host: 'acme.example',
        organisation: { numberOfEmployees: { '@type': 'QuantitativeValue', minValue: 11, maxValue: 50 } },
      }),
    );
    const { records, loads, paced } = await sites.look([rowOf('https://www.acme.example', { website: 'https://acme.example' })]);
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
    expect(sites.websites.visits.map(({ path }) => path)).toEqual([
      '/robots.txt',
      '/',
      '/kontakt',
      '/impressum',
      '/careers',
      '/about',
    ]);
    expect(paced).toHaveLength(6);
    expect(new Set(sites.websites.visits.map(({ userAgent }) => userAgent))).toEqual(
      new Set(['Leadloom/0.0.0 (data@operator.example)']),
    );
  });

  it('an investor gets its own columns', async () => {
    sites.websites.add(
      'fund.example',
      companyPages({ name: 'Weir Fund', host: 'fund.example', organisation: { numberOfEmployees: 12 } }),
    );
    const { records } = await sites.look([rowOf('fund.example', { table: 'investors' })]);
    expect(records[0]?.cells).toMatchObject({
      primary_contact_email: 'info@fund.example',
      employees: '12',
      phone: '+49-30-5550100',
    });
  });

  it('a site of several rows is asked once', async () => {
    sites.websites.add('acme.example', companyPages({ name: 'Acme', host: 'acme.example' }));
    const { records } = await sites.look([
      rowOf('acme.example'),
      rowOf('https://acme.example/', { table: 'investors', key: 'other' }),
    ]);
    expect(records.map(({ rowKey }) => rowKey)).toEqual(['website:acme.example', 'other']);
    expect(sites.websites.visits.filter(({ path }) => path === '/')).toHaveLength(1);
  });

  it('at most five pages are asked, however many links a site has', async () => {
    const links = Array.from(
      { length: 300 },
      (_, index) => `<a href="/contact-${index}">Contact ${index}</a><a href="/jobs/${index}">Jobs</a>`,
    );
    await sites.cellsFrom(links.join(''));
    expect(sites.websites.visits.filter(({ path }) => path !== '/robots.txt').length).toBeLessThanOrEqual(5);
  });
});

describe('robots.txt', () => {
  test.each([
    ['forbids everything', 'User-agent: *\nDisallow: /'],
    ['forbids us by name', 'User-agent: *\nAllow: /\n\nUser-agent: leadloom\nDisallow: /'],
    ['begins with a byte order mark', '\uFEFFUser-agent: *\r\nDisallow: /'],
  ])('a site is not read where it %s', async (_, robots) => {
    const cells = await sites.cellsFrom('<a href="mailto:info@acme.example">Mail</a>', { '/robots.txt': robots });
    expect(cells).toEqual({ website_state: null, website_checked_on: '2026-11-28' });
    expect(sites.websites.visits.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  test.each([429, 500, 503])('a site whose robots.txt answers %i is not read', async (status) => {
    await sites.cellsFrom('<h1>Acme</h1>', { '/robots.txt': { status } });
    expect(sites.websites.visits.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  it('pages that it forbids are left out, and others are read', async () => {
    sites.websites.add('acme.example', {
      ...companyPages({ name: 'Acme', host: 'acme.example' }),
      '/robots.txt': 'User-agent: *\nDisallow: /kontakt\n',
    });
    const { records } = await sites.look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ main_contact_email: null, legal_name: 'Acme GmbH' });
    expect(sites.websites.visits.map(({ path }) => path)).not.toContain('/kontakt');
  });

  it('where it asks for a pause, the pause is made before the next request', async () => {
    sites.websites.add('acme.example', {
      '/robots.txt': 'User-agent: *\nCrawl-delay: 1\n',
      '/': html({ title: 'Acme', body: '' }),
    });
    await sites.look([rowOf('acme.example')]);
    const [robots, front] = sites.websites.visits;
    expect((front?.time ?? 0) - (robots?.time ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

describe('redirects', () => {
  it('one within the site is followed, and the page that was read is named', async () => {
    sites.websites.add('acme.example', { '/': { status: 301, headers: { location: 'https://www.acme.example/en/' } } });
    sites.websites.add('www.acme.example', {
      '/en/': html({ title: 'Acme', body: '<a href="mailto:hello@acme.example">Mail</a>' }),
    });
    const { records } = await sites.look([rowOf('acme.example')]);
    expect(records[0]).toMatchObject({
      url: 'https://www.acme.example/en/',
      cells: { main_contact_email: 'hello@acme.example' },
    });
    expect(sites.websites.visits.map(({ host, path }) => `${host}${path}`)).toEqual([
      'acme.example/robots.txt',
      'acme.example/',
      'www.acme.example/robots.txt',
      'www.acme.example/en/',
    ]);
  });

  it('one to another company is noted and not followed', async () => {
    sites.websites.add('acme.example', { '/': { status: 302, headers: { location: 'https://buyer.example/acme' } } });
    sites.websites.add('buyer.example', companyPages({ name: 'Buyer', host: 'buyer.example' }));
    const { records } = await sites.look([rowOf('acme.example')]);
    expect(records[0]).toMatchObject({ url: 'https://buyer.example/acme', cells: { website_state: null } });
    expect(records[0]?.cells).not.toHaveProperty('main_contact_email');
    expect(sites.websites.visits.map(({ host }) => host)).not.toContain('buyer.example');
  });

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://acme.example:8080/',
    'file:///etc/passwd',
    'http://intranet/',
  ])('one to %s is not followed', async (location) => {
    sites.websites.add('acme.example', { '/': { status: 302, headers: { location } } });
    await sites.look([rowOf('acme.example')]);
    expect(sites.websites.visits.map(({ host, path }) => `${host}${path}`)).toEqual(['acme.example/robots.txt', 'acme.example/']);
  });

  it('a circle ends', async () => {
    sites.websites.add('acme.example', { '/': { status: 302, headers: { location: '/' } } });
    const { records } = await sites.look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ website_state: null });
    expect(sites.websites.visits.length).toBeLessThan(10);
  });
});

describe('addresses that are not asked', () => {
  test.each([
    ...['http://127.0.0.1/', '10.0.0.7', 'http://[::1]/', 'http://localhost/', 'intranet', 'http://printer.local/'],
    ...['https://acme.example:8443/', 'ftp://acme.example/', 'https://user:secret@acme.example/', 'javascript:alert(1)'],
    ...['https://www.linkedin.com/company/acme', 'https://facebook.com/acme', 'medium.com'],
  ])('%s', async (website) => {
    const { records } = await sites.look([rowOf(website)]);
    expect(records[0]?.cells).toEqual({ website_state: null, website_checked_on: '2026-11-28' });
    expect(sites.websites.visits).toEqual([]);
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
  expect(sites.websites.visits).toEqual([]);
});

describe('sites that fail', () => {
  it('a site that does not answer twice is unreachable, and what an earlier look found stays', async () => {
    const { loads } = await sites.look([rowOf('gone.example')]);
    expect(loads.map(({ records }) => records.map(({ cells }) => cells))).toEqual([
      [{ website_state: 'unreachable', website_checked_on: '2026-11-28' }],
    ]);
  });

  it('a site that answers at the second try is read', async () => {
    let tries = 0;
    sites.websites.add('acme.example', {
      '/': (_request, response) => {
        tries += 1;
        if (tries === 1) response.destroy();
        else response.end('<a href="mailto:info@acme.example">Mail</a>');
      },
    });
    const { records } = await sites.look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ website_state: null, main_contact_email: 'info@acme.example' });
  });

  it('a server without a way out says so, and marks nothing', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => rowOf(`gone-${index}.example`));
    await expect(sites.look(rows)).rejects.toThrow('None of 12 websites could be reached');
  });

  it('a page that never ends is given up', async () => {
    sites.websites.add('slow.example', {
      '/': (_request, response) => {
        response.write('<html>');
        const timer = setInterval(() => response.write('<p>'), 50);
        response.on('close', () => clearInterval(timer));
      },
    });
    const { records } = await sites.look([rowOf('slow.example')], { timeoutMs: 300 });
    expect(records[0]?.cells).toMatchObject({ website_state: 'unreachable' });
  });

  test.each([401, 403, 404, 429])('a site that answers %i is checked, and not called unreachable', async (status) => {
    expect(await sites.cellsFrom('', { '/': { status, body: '<a href="mailto:info@acme.example">Mail</a>' } })).toEqual({
      website_state: null,
      website_checked_on: '2026-11-28',
    });
  });

  it('a domain for sale says nothing of the company that had it', async () => {
    const cells = await sites.cellsFrom(
      '<h1>acme.example</h1><p>This domain is for sale!</p><a href="mailto:sales@acme.example">Buy</a>',
    );
    expect(cells).not.toHaveProperty('main_contact_email');
  });

  it('a domain without mail server is said to have none', async () => {
    sites.websites.add('shop.acme.example', companyPages({ name: 'Acme', host: 'shop.acme.example' }));
    const asked: string[] = [];
    const hasMail = (domain: string) => {
      asked.push(domain);
      return false;
    };
    const { records } = await sites.look([rowOf('shop.acme.example')], { hasMail });
    expect(records[0]?.cells).toMatchObject({ website_state: 'no_mail_server' });
    expect(asked).toEqual(['shop.acme.example', 'acme.example']);
  });

  it('where nobody can tell whether there is a mail server, nothing is said', async () => {
    sites.websites.add('acme.example', companyPages({ name: 'Acme', host: 'acme.example' }));
    const { records } = await sites.look([rowOf('acme.example')], { hasMail: () => null });
    expect(records[0]?.cells).toMatchObject({ website_state: null });
  });
});

describe('hostile pages', () => {
  it('of a page of 50 MB, the first megabyte is read and the rest not received', async () => {
    let sent = 0;
    sites.websites.add('acme.example', {
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
    const { records } = await sites.look([rowOf('acme.example')]);
    expect(records[0]?.cells).toMatchObject({ main_contact_email: 'info@acme.example' });
    expect(sent).toBeLessThan(30_000_000);
  });

  it('a page that unpacks to 200 MB is read up to its first megabyte', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<a href="tel:+4930555010">Call</a>'), Buffer.alloc(200_000_000, ' ')]));
    const before = process.memoryUsage.rss();
    const cells = await sites.cellsFrom('', { '/': { headers: { 'content-encoding': 'gzip' }, body: bomb } });
    expect(cells).toMatchObject({ phone: '+4930555010' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
  });

  it('elements nested without end, which close each other wrongly, do not stop the others', async () => {
    const cells = await sites.cellsFrom(
      `<a href="mailto:info@acme.example">Mail</a>${'<b>'.repeat(150_000)}${'</i>'.repeat(120_000)}`,
    );
    expect(cells).toMatchObject({ main_contact_email: 'info@acme.example' });
  });

  it('texts become one line without HTML, control and turning characters, and no longer than their column', async () => {
    const evil = `<script>alert(1)</script>Gates\u0000 for \u202Ecanals\u202C\n\n and <img src=x onerror=alert(1)>locks ${'x '.repeat(5_000)}`;
    const head = `<meta name="description" content="${evil.replaceAll('"', '').replaceAll('<', '&lt;')}">`;
    sites.websites.add('acme.example', { '/': html({ title: 'Acme', head }) });
    const { records } = await sites.look([rowOf('acme.example')]);
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
    expect(await sites.cellsFrom('', { '/': { headers: { 'content-type': contentType }, body } })).toMatchObject({
      description: 'Müller & Söhne',
    });
  });

  it('a picture that calls itself the front page is no page', async () => {
    const cells = await sites.cellsFrom('', { '/': { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1_000) } });
    expect(cells).not.toHaveProperty('description');
  });
});
