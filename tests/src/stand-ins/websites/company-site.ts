/** Pages of fictional companies, built as sites of companies are: a head with structured data, navigation, imprint. */
import type { SitePage, WebsitesStandIn } from './server.ts';

export interface CompanySite {
  readonly name: string;
  readonly host: string;
  /** Further entries of the front page's structured data. */
  readonly organisation?: Readonly<Record<string, unknown>>;
  /** HTML that the front page has besides. */
  readonly front?: string;
  readonly contact?: string;
}

export function html({
  title,
  head = '',
  body = '',
  lang = 'en',
}: {
  title: string;
  head?: string;
  body?: string;
  lang?: string;
}): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** The five kinds of pages of a site that says everything. */
export function companyPages({
  name,
  host,
  organisation = {},
  front = '',
  contact,
}: CompanySite): Readonly<Record<string, SitePage>> {
  const slug = host.replace(/^www\./, '').split('.')[0] ?? '';
  const structured = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', name, url: `https://${host}/` },
      {
        '@type': 'Organization',
        name,
        url: `https://${host}/`,
        legalName: `${name} GmbH`,
        foundingDate: '2014-05-20',
        ...organisation,
      },
    ],
  };
  const navigation = `<nav><a href="/about">About us</a> <a href="/kontakt">Contact</a> <a href="/impressum">Imprint</a>
    <a href="/careers">Careers</a> <a href="/price-list.pdf">Prices</a></nav>`;
  const head = `<meta property="og:site_name" content="${name}"><meta name="description" content="${name} builds gates for canals &amp; locks.">
    <script type="application/ld+json">${JSON.stringify(structured)}</script>`;
  return {
    '/robots.txt': 'User-agent: *\nDisallow: /admin\n',
    '/': html({
      title: name,
      head,
      body: `${navigation}<h1>${name}</h1>${front}<a href="https://www.linkedin.com/company/${slug}/">LinkedIn</a>`,
    }),
    '/about': html({ title: 'About', body: `${navigation}<p>Since 2014.</p>` }),
    '/kontakt': html({
      title: 'Contact',
      body:
        contact ??
        `${navigation}<a href="mailto:%20info@${host.replace(/^www\./, '')}?subject=Hello">Write</a><a href="tel:+49-30-5550100">Call</a>`,
    }),
    '/impressum': html({ title: 'Imprint', body: '<p>HRB 00000, Amtsgericht Beispielstadt</p>' }),
    '/careers': html({ title: 'Careers', body: '<p>We hire.</p>' }),
  };
}

/** Sites for a load: each host has many companies, each at a path of its own. @returns their addresses, neighbours on different hosts */
export function addManySites(
  websites: WebsitesStandIn,
  { hosts, sites, bytes = 40_000 }: { hosts: number; sites: number; bytes?: number },
): string[] {
  const filling =
    '<section class="teaser"><h2>Locks and weirs</h2><p>Every gate is measured, drawn, cast and fitted by us.</p></section>';
  const addresses: string[] = [];
  for (let index = 0; index < sites; index += 1) {
    const host = `canal-${index % hosts}.example`;
    const number = Math.floor(index / hosts);
    const name = `Canal Works ${index}`;
    const pages = companyPages({ name, host });
    const front = String(pages['/']).replace('</h1>', `</h1>${filling.repeat(Math.ceil(bytes / filling.length))}`);
    const path = `/company-${number}/`;
    const placed = front.replace(/href="\/(about|kontakt|impressum|careers)"/g, `href="${path}$1"`);
    websites.add(host, {
      '/robots.txt': 'User-agent: *\nDisallow: /admin\n',
      [path]: placed,
      ...Object.fromEntries(
        ['about', 'kontakt', 'impressum', 'careers'].map((page) => [`${path}${page}`, pages[`/${page}`] ?? '']),
      ),
    });
    addresses.push(`https://${host}${path}`);
  }
  return addresses;
}
