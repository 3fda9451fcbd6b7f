/** One look at sites of the stand-in, with what it would store. */
import type { VisitedRow } from '@leadloom/server/open-sources/open-source';
import { createWebsites } from '@leadloom/server/open-sources/websites/websites';
import { html } from '../stand-ins/websites/company-site.ts';
import { type SitePage, startWebsites, type WebsitesStandIn } from '../stand-ins/websites/server.ts';
import { openRunFixture } from './open-run.fixture.ts';

export const rowOf = (website: string, more: Partial<VisitedRow> = {}): VisitedRow => ({
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

export interface SitesFixture {
  readonly websites: WebsitesStandIn;
  look(rows: readonly VisitedRow[], options?: Look): ReturnType<typeof lookAt>;
  /** The cells of the only record about a company whose front page has this body. */
  cellsFrom(front: string, pages?: Readonly<Record<string, SitePage>>): Promise<Readonly<Record<string, unknown>>>;
}

export async function openSites(): Promise<SitesFixture> {
  const websites = await startWebsites();
  const look: SitesFixture['look'] = (rows, options = {}) => lookAt(websites, rows, options);
  return {
    websites,
    look,
    cellsFrom: async (front, pages = {}) => {
      websites.add('acme.example', { '/': html({ title: 'Acme', body: front }), ...pages });
      const { records } = await look([rowOf('acme.example')]);
      return records[0]?.cells ?? {};
    },
  };
}

async function lookAt(
  { origin }: WebsitesStandIn,
  rows: readonly VisitedRow[],
  { hasMail = () => true, timeoutMs = 5_000 }: Look,
) {
  const source = createWebsites(async (domain) => hasMail(domain));
  const now = () => new Date('2026-11-28T12:00:00Z');
  const fixture = await openRunFixture(source, { origin, rows, timeoutMs, now });
  try {
    const steps = await fixture.read();
    const loads = steps.flatMap((step) => step.loads);
    return { loads, records: loads.flatMap(({ records }) => records), noted: fixture.noted, paced: fixture.paced };
  } finally {
    await fixture.close();
  }
}
