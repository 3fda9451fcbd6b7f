/**
 * An installation without a column store is not slower for what others have: servers without the setting and with it start
 * alternately on the same rows, and answer the same requests.
 */
import { installEngine } from '../../tests/column-store/engine/install-engine.ts';
import { startEngine } from '../../tests/column-store/engine/start-engine.ts';
import { readyAfter } from './engine/idle.ts';
import { processorSeconds } from './processes.ts';
import { openConnection } from './tables/load/keep-alive-connection.ts';
import { atMost, createReport, type Report } from './tables/report.ts';
import { startBenchServer } from './tables/server/bench-server.ts';
import { type Cluster, openCluster } from './tables/server/cluster.ts';
import { median } from './tables/statistics.ts';

const STARTS = 5;
const REQUESTS = 1_000;
/** Without the setting, divided by with it; what is more than 1 is noise. */
const GOAL = atMost(1.05);
const MEBIBYTE = 1024 * 1024;
const MILLISECONDS = 1_000;

/** A total, a sort without an index, facets and a summary are what a column store is asked. */
const paths = [
  '/me',
  '/table/companies?per_page=25',
  '/table/companies?country=Norway&include_total=true',
  '/table/companies?sort=city',
  '/table/companies/facets?of=country',
  '/table/companies/summary?by=country&measure=count',
  '/table/people?per_page=25',
  '/lists?table=companies',
] as const;

const figures = {
  ready: { name: 'ready', unit: 'ms', isJudged: false },
  start: { name: 'processor time of a start', unit: 'ms', isJudged: true },
  memory: { name: 'memory when ready', unit: 'MB', isJudged: true },
  requests: { name: `processor time of ${REQUESTS.toLocaleString('en')} requests`, unit: 'ms', isJudged: true },
  memoryAfter: { name: `memory after ${REQUESTS.toLocaleString('en')} requests`, unit: 'MB', isJudged: true },
} as const;
type Figures = Readonly<Record<keyof typeof figures, number>>;
const names = Object.keys(figures) as (keyof typeof figures)[];

export async function benchStart(): Promise<void> {
  const report = createReport('start');
  const engine = await startEngine({ home: await installEngine(report.note) });
  try {
    const cluster = await openCluster(null);
    try {
      await compare(report, cluster, { CLICKHOUSE_URL: engine.url, COLUMN_STORE_FROM: '1' });
    } finally {
      await cluster.close();
    }
  } finally {
    await engine.remove();
  }
  report.print('pnpm bench start');
}

async function compare(report: Report, cluster: Cluster, setting: Readonly<Record<string, string>>): Promise<void> {
  const database = await cluster.open('start', 'sample data');
  const measure = (settings: Readonly<Record<string, string>>) => measureServer(database, cluster.directory, settings);
  report.note('filling the database');
  await measure(setting);
  const [without, withIt]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < STARTS; round += 1) {
    without.push(await measure({}));
    withIt.push(await measure(setting));
  }
  for (const name of names) {
    const { unit, isJudged, name: what } = figures[name];
    const [one, other] = [without, withIt].map((all) => median(all.map(({ [name]: value }) => value))) as [number, number];
    const ratio = one / other;
    const line = `${what}: without a column store ${ratio.toFixed(2)} times that with one (${one.toFixed(0)} ${unit} to ${other.toFixed(0)} ${unit}, ${STARTS} starts each)`;
    if (isJudged) report.judge(line, ratio, GOAL);
    else report.record(line);
  }
}

async function measureServer(
  { login }: Pick<Awaited<ReturnType<Cluster['open']>>, 'login'>,
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<Figures> {
  const server = await startBenchServer(login, directory, { LOG_LEVEL: 'info', SAMPLE_DATA: 'on', ...settings });
  try {
    const [start, memory] = [await processorSeconds(server.pid), await server.residentBytes()];
    const connection = await openConnection(server.url, await server.signIn());
    const before = await processorSeconds(server.pid);
    for (let at = 0; at < REQUESTS; at += 1) await connection.get(`/api/v1${paths[at % paths.length]}`);
    const requests = (await processorSeconds(server.pid)) - before;
    const memoryAfter = await server.residentBytes();
    connection.close();
    return {
      ...{ ready: readyAfter(server.output()), start: start * MILLISECONDS, requests: requests * MILLISECONDS },
      ...{ memory: memory / MEBIBYTE, memoryAfter: memoryAfter / MEBIBYTE },
    };
  } finally {
    await server.stop();
  }
}
