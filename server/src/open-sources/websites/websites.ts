/**
 * Looks at the websites of rows that have one, and fills in what a company says of itself there. Rows are read in batches of
 * ten sites at once; one request a second goes to a host, for all servers together. A site that fails is tried once more at the end of its batch, and only then
 * called unreachable. Shops of Shopify and job boards that it finds are noted.
 */
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { hasMailServer, type LookUpMail } from '../mail-servers.ts';
import {
  type NotedBoard,
  type OpenLoad,
  type OpenRecord,
  type OpenSource,
  OpenSourceError,
  type OpenSourceManifest,
  type OpenSourceRun,
  type OpenStep,
  type VisitedRow,
} from '../open-source.ts';
import { lookAtSite, ownDomain, type SiteLook, siteOf } from './look-at-site.ts';
import type { Shop } from './shopify-shop.ts';
import { factsOf, type SiteFacts } from './site-cells.ts';

const ROWS_OF_STEP = 200;
const HOSTS_AT_ONCE = 10;
/** If of so many sites not one can be reached, the fault is this server's way out. */
const SITES_TO_JUDGE = 10;

const FILLED = {
  companies: [
    'main_contact_email',
    'phone',
    'description',
    'linkedin_url',
    'legal_name',
    'founded_on',
    'careers_url',
    'employee_count',
  ],
  investors: ['primary_contact_email', 'phone', 'linkedin_url', 'legal_name', 'employees'],
  shopify: [
    ...['merchant_name', 'emails', 'youtube_channel', 'instagram', 'facebook', 'linkedin', 'locale', 'currency', 'description'],
    ...['topics', 'total_reviews', 'average_review', 'last_crawled_at'],
  ],
} as const;
type FilledTable = keyof typeof FILLED;

const manifest: OpenSourceManifest = {
  id: 'websites',
  ...openSourceFacts.websites,
  publisher: 'The companies themselves, on their own websites',
  tables: ['companies', 'investors', 'shopify'],
  countries: [],
  licence: 'Facts of public pages',
  needs: 'contact',
  isOnByDefault: true,
  everyHours: 1,
  every: 'each website every 90 days',
  size: 'at most five pages of 1 MB a website',
  requestsPerSecond: 1,
  hosts: null,
  options: {},
  isUntried: false,
};

interface LookedAt {
  readonly row: VisitedRow;
  /** null: its address is no site of its own, and was not asked. */
  readonly look: SiteLook | null;
  readonly hasMail: boolean | null;
}

export function createWebsites(lookUpMail: LookUpMail = hasMailServer): OpenSource {
  async function* read(_checkpoint: unknown, run: OpenSourceRun): ReturnType<OpenSource['read']> {
    let rows = await run.dueRows(ROWS_OF_STEP);
    while (rows.length > 0) {
      const looked = await lookAtRows(rows, run, lookUpMail);
      const { step, boards } = stepOf(looked, run.now());
      await run.noteBoards(boards);
      yield step;
      rows = await run.dueRows(ROWS_OF_STEP);
    }
  }

  async function tryOut(run: OpenSourceRun) {
    const [row] = await run.dueRows(1);
    if (row === undefined)
      throw new OpenSourceError('No row has a website that is due. Import companies first, or switch on a register.');
    const looked = await lookAtRows([row], { ...run, signal: run.signal }, lookUpMail);
    const { step } = stepOf(looked, run.now());
    const records: { table: OpenLoad['table']; record: OpenRecord }[] = [];
    for (const { table, records: loaded } of step.loads) for await (const record of loaded()) records.push({ table, record });
    const cells = records.flatMap(({ record }) => Object.entries(record.cells));
    const isFilled = (field: string) => cells.some(([name, value]) => name === field && value !== null);
    const expected = row.table === 'shopify' ? [] : FILLED[row.table === 'investors' ? 'investors' : 'companies'];
    return { url: row.website, records, missing: expected.filter((field) => !isFilled(field)) };
  }

  return { manifest, read, tryOut };
}

export const websites = createWebsites();

/** Each site is asked once, however many rows have it. */
async function lookAtRows(rows: readonly VisitedRow[], run: OpenSourceRun, lookUpMail: LookUpMail): Promise<readonly LookedAt[]> {
  const sites = new Map<string, { readonly host: string; readonly path: string }>();
  for (const { website } of rows) {
    const site = siteOf(website);
    if (site !== null) sites.set(keyOf(website), site);
  }
  const looks = new Map<string, SiteLook>();
  const mail = new Map<string, boolean | null>();
  const lookAt = async ([key, site]: readonly [string, { readonly host: string; readonly path: string }]) => {
    const look = await lookAtSite(site, run);
    looks.set(key, look);
    if (look.state !== 'unreachable') mail.set(key, await receivesMail(site.host, lookUpMail));
  };
  await inParallel([...sites], HOSTS_AT_ONCE, lookAt);
  const unreachable = [...sites].filter(([key]) => looks.get(key)?.state === 'unreachable');
  if (sites.size >= SITES_TO_JUDGE && unreachable.length === sites.size)
    throw new OpenSourceError(
      `None of ${sites.size} websites could be reached. Probably this server has no way out; nothing was changed.`,
    );
  await inParallel(unreachable, HOSTS_AT_ONCE, lookAt);
  return rows.map((row) => {
    const key = keyOf(row.website);
    return { row, look: looks.get(key) ?? null, hasMail: mail.get(key) ?? null };
  });
}

/** Pages of one host are one site, unless the address has a path of its own. */
function keyOf(website: string): string {
  const site = siteOf(website);
  return site === null ? website : `${normalDomain(site.host) ?? site.host}${site.path}`;
}

async function inParallel<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of left) await work(item);
  });
  // All end before an error is told, so that no request goes on behind it.
  const ended = await Promise.allSettled(workers);
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}

async function receivesMail(host: string, lookUpMail: LookUpMail): Promise<boolean | null> {
  const bare = normalDomain(host) ?? host;
  const { domain } = ownDomain(bare);
  const own = await lookUpMail(bare);
  return own === true || domain === bare ? own : lookUpMail(domain);
}

/** Of a site that was not read, a record only says its state: what an earlier look found stays. */
function stepOf(looked: readonly LookedAt[], now: Date): { readonly step: OpenStep; readonly boards: readonly NotedBoard[] } {
  const today = now.toISOString().slice(0, 10);
  const records: Record<FilledTable, OpenRecord[]> = { companies: [], investors: [], shopify: [] };
  const shops = new Map<string, OpenRecord>();
  const boards: NotedBoard[] = [];
  for (const { row, look, hasMail } of looked) {
    const table = tableOf(row);
    if (table === null) continue;
    const state = look?.state === 'unreachable' ? 'unreachable' : hasMail === false ? 'no_mail_server' : null;
    const checked = { website_state: state, website_checked_on: today };
    if (look?.state !== 'read') {
      const url = look !== null && 'url' in look ? look.url : addressOf(row.website);
      records[table].push({ cells: checked, url, asOf: today, rowKey: row.key });
      continue;
    }
    const facts = factsOf(look.pages);
    const said = { url: look.url, asOf: today };
    records[table].push({ cells: { ...checked, ...cellsOf(table, facts, look.shop, now) }, ...said, rowKey: row.key });
    if (table === 'companies')
      boards.push(...facts.boards.map((board) => ({ ...board, companyName: row.name, companyWebsite: row.website })));
    if (table === 'shopify' || look.shop === null) continue;
    const { origin, hostname } = new URL(look.url);
    shops.set(hostname, { cells: { url: origin, ...checked, ...cellsOf('shopify', facts, look.shop, now) }, ...said });
  }
  // A shop that has a row of its own in this batch is filled by its key.
  for (const { url } of records.shopify) shops.delete(URL.parse(url)?.hostname ?? '');
  records.shopify.push(...shops.values());
  const loads = (['companies', 'investors', 'shopify'] as const).flatMap((table) => loadOf(table, records[table]));
  const title = `${looked.length} ${looked.length === 1 ? 'row' : 'rows'} with a website, ${today}`;
  return { step: { title, loads, checkpoint: null, isFull: false }, boards };
}

function loadOf(table: FilledTable, records: readonly OpenRecord[]): readonly OpenLoad[] {
  const load: OpenLoad = {
    table,
    fields: [...(table === 'shopify' ? ['url'] : []), 'website_state', 'website_checked_on', ...FILLED[table]],
    records: async function* () {
      yield* records;
    },
  };
  return records.length === 0 ? [] : [load];
}

function tableOf({ table }: VisitedRow): FilledTable | null {
  return table === 'companies' || table === 'investors' || table === 'shopify' ? table : null;
}

function addressOf(website: string): string {
  return URL.parse(website)?.href ?? URL.parse(`https://${website}`)?.href ?? website;
}

function cellsOf(table: FilledTable, facts: SiteFacts, shop: Shop | null, now: Date): OpenRecord['cells'] {
  const { linkedin, facebook, instagram, youtube } = facts.networks;
  const [email = null] = facts.emails;
  switch (table) {
    case 'companies':
      return {
        main_contact_email: email,
        phone: facts.phone,
        description: facts.description,
        linkedin_url: linkedin,
        legal_name: facts.legalName,
        founded_on: facts.foundedOn,
        careers_url: facts.careersUrl,
        employee_count: facts.employees,
      };
    case 'investors':
      return {
        primary_contact_email: email,
        phone: facts.phone,
        linkedin_url: linkedin,
        legal_name: facts.legalName,
        employees: facts.employees?.includes('-') === true ? null : facts.employees,
      };
    case 'shopify':
      return {
        merchant_name: shop?.name ?? facts.name,
        emails: facts.emails.length === 0 ? null : facts.emails,
        youtube_channel: youtube,
        instagram,
        facebook,
        linkedin,
        locale: shop?.locale ?? facts.language,
        currency: shop?.currency ?? null,
        description: shop?.description ?? facts.description,
        topics: shop === null || shop.topics.length === 0 ? null : shop.topics,
        total_reviews: facts.reviews?.total ?? null,
        average_review: facts.reviews?.average ?? null,
        last_crawled_at: now.toISOString(),
      };
  }
}
