/**
 * `pnpm bench sources`: open sources from stand-ins as large as the real ones into empty tables, with time and memory; and
 * websites at the pace that hosts are given, with the share of a core that it takes.
 */
import { join } from 'node:path';
import { connect } from '@leadloom/server/database/connect';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { startBrregStandIn } from '@leadloom/tests/stand-ins/brreg/server';
import { type PublisherAnswer, startPublisher } from '@leadloom/tests/stand-ins/publisher';
import { addManySites } from '@leadloom/tests/stand-ins/websites/company-site';
import { startWebsites } from '@leadloom/tests/stand-ins/websites/server';
import { atLeast, atMost, createReport, type Report } from '../tables/report.ts';
import { type Cluster, openCluster } from '../tables/server/cluster.ts';
import type { SourcesChoice } from './options.ts';
import { adviserRosters, quarterZip, unitsFile } from './published-files.ts';
import { type RanSource, runSource, type SourceToRun } from './run-source.ts';

const MEMORY_GOAL = atMost(150, 'MB');
const FILINGS = 17_000;
const FIRMS = { registered: 17_200, exempt: 6_800, columns: [448, 171] } as const;
const UNITS = { all: 1_100_000, taken: 100_000 };
const HOSTS = 200;
/** Of one core. */
const SHARE_GOAL = 0.2;

export async function benchSources({ parts, sites }: SourcesChoice): Promise<void> {
  const report = createReport('sources');
  const cluster = await openCluster(null);
  const bench = { report, cluster };
  try {
    if (parts.has('form-d')) await benchFormD(bench);
    if (parts.has('advisers')) await benchAdvisers(bench);
    if (parts.has('brreg')) await benchBrreg(bench);
    if (parts.has('websites')) await benchWebsites(bench, sites);
  } finally {
    await cluster.close();
  }
  report.print('pnpm bench sources');
}

interface Bench {
  readonly report: Report;
  readonly cluster: Cluster;
}

async function benchFormD(bench: Bench): Promise<void> {
  const zip = quarterZip(FILINGS);
  const path = '/files/datastandardsinnovation/data/form-d-data-sets/2026q1_d.zip';
  const page = `<a href="${path}">2026 Q1</a>`;
  const modified = new Date('2026-04-09T12:00:00Z');
  const answer = ({ path: asked }: { readonly path: string }): PublisherAnswer => {
    if (asked === path) return { bytes: zip, modified, type: 'application/zip' };
    if (asked.endsWith('/form-d-data-sets')) return { bytes: Buffer.from(page), modified, type: 'text/html' };
    return asked === '/files/company_tickers.json' ? { json: {} } : null;
  };
  const publisher = await startPublisher({ name: 'SEC', wantsContact: true, answer });
  // After the quarter come single days, which the stand-in does not have.
  const ran = await runAgainst(bench, publisher, { id: 'sec-form-d', steps: 1 });
  judge(bench, ran, {
    what: `Form D, a quarter of ${count(FILINGS)} filings`,
    seconds: 20,
    table: 'companies',
    rows: FILINGS / 2,
  });
}

async function benchAdvisers(bench: Bench): Promise<void> {
  const rosters = adviserRosters(FIRMS);
  const publisher = await startPublisher({ name: 'SEC', wantsContact: true, answer: ({ host, path }) => rosters(host, path) });
  const ran = await runAgainst(bench, publisher, { id: 'sec-advisers', steps: null });
  const firms = FIRMS.registered + FIRMS.exempt;
  judge(bench, ran, {
    what: `advisers, ${count(firms)} firms with up to 448 columns`,
    seconds: 20,
    table: 'investors',
    rows: firms * 0.9,
  });
}

async function benchBrreg(bench: Bench): Promise<void> {
  const register = await startBrregStandIn();
  register.replaceFile(await unitsFile(UNITS.all, UNITS.taken));
  const ran = await runAgainst(bench, register, { id: 'no-brreg', steps: null });
  judge(bench, ran, {
    what: `Brønnøysund, ${count(UNITS.all)} units`,
    seconds: 120,
    table: 'companies',
    rows: UNITS.taken * 0.9,
  });
}

async function benchWebsites({ report, cluster }: Bench, sites: number): Promise<void> {
  const standIn = await startWebsites();
  const websites = addManySites(standIn, { hosts: HOSTS, sites });
  const ran = await runAgainst({ report, cluster }, standIn, { id: 'websites', steps: null, websites });
  const share = ran.processorSeconds / (ran.milliseconds / 1_000);
  const rate = Math.round(sites / (ran.milliseconds / 3_600_000));
  const what = `${count(sites)} websites on ${HOSTS} hosts`;
  report.judge(`${what}: ${(share * 100).toFixed(1)} % of one core, ${count(rate)} an hour`, share, atMost(SHARE_GOAL));
  report.judge(`${what}: ${Math.round(ran.moreMegabytes)} MB more than at the start`, ran.moreMegabytes, MEMORY_GOAL);
}

interface StandIn {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

async function runAgainst(
  { cluster }: Bench,
  { origin, close }: StandIn,
  source: Pick<SourceToRun, 'id' | 'steps'> & Partial<Pick<SourceToRun, 'websites'>>,
): Promise<RanSource> {
  try {
    const login = await openEmpty(cluster, `source_${source.id.replaceAll('-', '_')}`);
    return await runSource({ websites: [], ...source, login, origin, dataDir: join(cluster.directory, source.id) });
  } finally {
    await close();
  }
}

/** A database of its own with empty tables. */
async function openEmpty(cluster: Cluster, name: string): Promise<Login> {
  const { login } = await cluster.open(name, name);
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  await migrateDatabase(database).finally(() => database.$client.end());
  return login;
}

interface Expected {
  readonly what: string;
  readonly seconds: number;
  /** The table whose rows are counted, and how many there are at least. */
  readonly table: string;
  readonly rows: number;
}

function judge({ report }: Bench, { milliseconds, rows, moreMegabytes }: RanSource, expected: Expected): void {
  const { what, table } = expected;
  const added = rows[table] ?? 0;
  report.judge(`${what}: ${(milliseconds / 1_000).toFixed(1)} s`, milliseconds / 1_000, atMost(expected.seconds, 's'));
  report.judge(`${what}: ${count(added)} rows of ${table}`, added, atLeast(expected.rows));
  report.judge(`${what}: ${Math.round(moreMegabytes)} MB more than at the start`, moreMegabytes, MEMORY_GOAL);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
