/** Two servers on one database compared with one: the processor time of a request, of servers and database together. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseSeconds, processorSeconds } from '../processes.ts';
import { filterSets, listPath } from '../tables/dataset/company-queries.ts';
import { runMixedLoad } from '../tables/load/mixed-load.ts';
import { atMost, type Report } from '../tables/report.ts';
import { type BenchServer, startBenchServer } from '../tables/server/bench-server.ts';
import { openCluster } from '../tables/server/cluster.ts';
import { copyCompanies } from '../tables/server/load-companies.ts';
import { readPostmaster } from '../tables/server/postmaster.ts';
import { openStage, type Stage } from '../tables/server/stage.ts';

const ROWS = 200_000;
const RATIO_GOAL = atMost(1.1);
const CONNECTIONS = 20;
const SECONDS = 20;
const WARM_UP_SECONDS = 5;
const PAGES = [1, 2, 3] as const;
/** By then both servers know of each other. */
const MEETING_MILLISECONDS = 3_000;
const MILLISECONDS = 1_000;

export async function measureServers(report: Report): Promise<void> {
  const cluster = await openCluster(null);
  try {
    const stage = await openStage(cluster, ROWS, async ({ login, rows }) => copyCompanies(login, rows));
    try {
      await compare(report, stage);
    } finally {
      await stage.close();
    }
  } finally {
    await cluster.close();
  }
}

async function compare(report: Report, { login, directory, server: first }: Stage): Promise<void> {
  const postmaster = await readPostmaster(directory);
  const environment = { SECRETS: randomBytes(32).toString('hex') };
  await first.stop();
  const servers: BenchServer[] = [];
  try {
    const start = async () => servers.push(await startBenchServer(login, directory, environment));
    await start();
    const alone = await priceOfRequest(servers, postmaster);
    await start();
    await sleep(MEETING_MILLISECONDS);
    const both = await priceOfRequest(servers, postmaster);
    const ratio = both / alone;
    report.judge(
      `two servers on one database: ${both.toFixed(3)} ms of processor time a request, ${ratio.toFixed(2)} times that of one server (${alone.toFixed(3)} ms)`,
      ratio,
      RATIO_GOAL,
    );
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Milliseconds of processor time; the connections are shared out among the servers. */
async function priceOfRequest(servers: readonly BenchServer[], postmaster: number): Promise<number> {
  const paths = filterSets(ROWS).flatMap(({ queries }) =>
    queries.flatMap(({ filters }) => PAGES.map((page) => listPath({ filters, page }))),
  );
  const loads = await Promise.all(
    servers.map(async (server) => ({
      url: server.url,
      authorization: await server.signIn(),
      connections: CONNECTIONS / servers.length,
      paths,
    })),
  );
  const run = (seconds: number) => Promise.all(loads.map((load) => runMixedLoad({ ...load, seconds })));
  const spent = async () => {
    const seconds = await Promise.all([databaseSeconds(postmaster), ...servers.map(({ pid }) => processorSeconds(pid))]);
    return seconds.reduce((sum, each) => sum + each, 0);
  };
  await run(WARM_UP_SECONDS);
  const before = await spent();
  const results = await run(SECONDS);
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const errors = results.reduce((sum, result) => sum + result.errors, 0);
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed`);
  return (((await spent()) - before) / requests) * MILLISECONDS;
}
