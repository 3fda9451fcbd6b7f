/**
 * Exports over HTTP, charged like any other, compared with copies of the same rows; their cost in server memory, and for
 * lists requested meanwhile.
 */
import { copyRowsStatement } from '@leadloom/server/modules/exports/export-sql';
import { companies } from '@leadloom/shared/tables/companies';
import { databaseSeconds, endedChildrenSeconds, processorSeconds } from '../../processes.ts';
import { exportedFilters, exportPath, filterSets, listPath } from '../dataset/company-queries.ts';
import { itemAt } from '../dataset/random.ts';
import { type CopyRows, copyToNowhere, driverCopy, hasPsql, psqlCopy } from '../load/copy-rows.ts';
import { type ReadExport, readExport } from '../load/export-client.ts';
import { startExportLoop } from '../load/export-loop.ts';
import { openConnection } from '../load/keep-alive-connection.ts';
import { atLeast, atMost, type Report } from '../report.ts';
import { startBenchServer } from '../server/bench-server.ts';
import { withClient } from '../server/cluster.ts';
import { readPostmaster } from '../server/postmaster.ts';
import type { Stage } from '../server/stage.ts';
import { median, milliseconds, quantile } from '../statistics.ts';
import { type Growth, growthDuring } from './memory-growth.ts';

const PSQL_GOAL = 0.75;
const PROCESSOR_GOAL = 1.5;
const NOWHERE_GOAL = 0.75;
const FIRST_BYTE_GOAL = 1_000;
const MEMORY_GOAL = 64;
const LISTS_GOAL = 2;
const EXPORTED_ROWS = 100_000;
const MEBIBYTE = 1024 * 1024;
const ROUNDS = 9;
/** Exports and copies, one after the other, whose processor time is compared. */
const PROCESSOR_ROUNDS = 10;
const WARM_UP_ROUNDS = 2;
const SETTLING_ROUNDS = 15;
/** Lists during exports: the number of clients, the duration, and the number of rounds. */
const LIST_CONNECTIONS = 8;
const LIST_PHASE_MS = 4_000;
const LIST_ROUNDS = 3;

export async function reportExports(report: Report, stage: Stage): Promise<void> {
  const authorization = await stage.server.signIn();
  await reportSpeed(report, stage, authorization);
  await reportProcessorTime(report, stage, authorization);
  await reportWhole(report, stage);
  await reportListsMeanwhile(report, stage, authorization);
}

async function reportSpeed(report: Report, { rows, login, superuser, server }: Stage, authorization: string): Promise<void> {
  const url = `${server.url}${exportPath(exportedFilters, EXPORTED_ROWS)}`;
  const statement = copyRowsStatement({ definition: companies, filters: exportedFilters, limit: EXPORTED_ROWS });
  const isWithPsql = await hasPsql();
  if (!isWithPsql)
    report.note(
      'psql is not on PATH (Debian: apt-get install postgresql-client; macOS: brew install libpq): the driver stands in',
    );
  await withClient(login, (client) =>
    withClient(superuser, async (superclient) => {
      const copy = isWithPsql ? psqlCopy(login) : driverCopy(client);
      const nowhere = copyToNowhere(superclient);
      const rounds: { exported: number; copied: number; thrown: number; firstByte: number; rows: number }[] = [];
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
        const { milliseconds: exported, firstByteMilliseconds: firstByte, rows } = await readExport(url, authorization);
        const [copied, thrown] = await timesOf([copy, nowhere], statement, round);
        if (round >= 0) rounds.push({ exported, copied, thrown, firstByte, rows });
      }
      const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
      const exportedRows = of((round) => round.rows);
      const rate = (milliseconds: number) => Math.round((exportedRows / milliseconds) * 1000).toLocaleString('en');
      const name = `${rows.toLocaleString('en')} companies, export of ${exportedRows.toLocaleString('en')} filtered rows`;
      const [exported, copied, thrown] = [
        of((round) => round.exported),
        of((round) => round.copied),
        of((round) => round.thrown),
      ];
      const toCopy = of((round) => round.copied / round.exported);
      report.judge(
        `${name}: ${toCopy.toFixed(2)} of ${isWithPsql ? 'psql \\copy' : 'the driver alone'} (${rate(exported)} to ${rate(copied)} rows/s)`,
        toCopy,
        atLeast(PSQL_GOAL),
      );
      const toNowhere = of((round) => round.thrown / round.exported);
      report.judge(
        `${name}: ${toNowhere.toFixed(2)} of COPY to /dev/null in the database (${rate(exported)} to ${rate(thrown)} rows/s)`,
        toNowhere,
        atLeast(NOWHERE_GOAL),
      );
      const firstByte = of((round) => round.firstByte);
      report.judge(`${name}: first byte after ${firstByte.toFixed(0)} ms`, firstByte, atMost(FIRST_BYTE_GOAL, 'ms'));
    }),
  );
}

/**
 * Reports processor time of server and database together, and of psql and database: unlike the elapsed time, it does not
 * depend on other work.
 */
async function reportProcessorTime(report: Report, stage: Stage, authorization: string): Promise<void> {
  const { rows, login, server, directory } = stage;
  if (!(await hasPsql())) return;
  const url = `${server.url}${exportPath(exportedFilters, EXPORTED_ROWS)}`;
  const statement = copyRowsStatement({ definition: companies, filters: exportedFilters, limit: EXPORTED_ROWS });
  const postmaster = await readPostmaster(directory);
  const copy = psqlCopy(login);
  const database = () => databaseSeconds(postmaster);
  const price = async (own: () => Promise<number>, work: () => Promise<unknown>) => {
    await work();
    const before = (await own()) + (await database());
    for (let round = 0; round < PROCESSOR_ROUNDS; round += 1) await work();
    return (((await own()) + (await database()) - before) / PROCESSOR_ROUNDS) * 1_000;
  };
  const copied = await price(endedChildrenSeconds, () => copy(statement));
  const exported = await price(
    () => processorSeconds(server.pid),
    () => readExport(url, authorization),
  );
  const ratio = exported / copied;
  report.judge(
    `${rows.toLocaleString('en')} companies, export of ${EXPORTED_ROWS.toLocaleString('en')} filtered rows: ${exported.toFixed(0)} ms of processor time of server and database, ${ratio.toFixed(2)} times that of psql \\copy and database (${copied.toFixed(0)} ms)`,
    ratio,
    atMost(PROCESSOR_GOAL),
  );
}

/** Times both; the one that runs first changes with every round. */
async function timesOf([one, other]: readonly [CopyRows, CopyRows], statement: string, round: number): Promise<[number, number]> {
  if (round % 2 === 0) {
    const first = await one(statement);
    return [first, await other(statement)];
  }
  const first = await other(statement);
  return [await one(statement), first];
}

/**
 * Reports the memory of whole exports. It is measured on a server that has exported smaller files, so that it already holds
 * the memory these need: the growth is then caused by the size of a file.
 */
async function reportWhole(report: Report, { rows, login, directory }: Stage): Promise<void> {
  const server = await startBenchServer(login, directory);
  try {
    const authorization = await server.signIn();
    for (let round = 0; round < SETTLING_ROUNDS; round += 1)
      await readExport(`${server.url}${exportPath(exportedFilters, EXPORTED_ROWS)}`, authorization);
    const whole = () => readExport(`${server.url}${exportPath({}, null)}`, authorization);
    const { result, growth, settled } = await growthDuring(server.residentBytes, whole);
    reportWholeExport(report, rows, result, { growth, settled });
    const workbook = () => readExport(`${server.url}${exportPath({}, null, 'xlsx')}`, authorization);
    const written = await growthDuring(server.residentBytes, workbook);
    reportWholeExport(report, rows, written.result, written, 'as a workbook');
    report.record(
      `${rows.toLocaleString('en')} companies as a workbook: ${(written.result.milliseconds / result.milliseconds).toFixed(1)} times as long as CSV`,
    );
  } finally {
    await server.stop();
  }
}

function reportWholeExport(
  report: Report,
  rows: number,
  result: ReadExport,
  memory: Omit<Growth<unknown>, 'result'>,
  form = 'of all',
): void {
  if (result.rows !== rows) throw new Error(`the export of everything has ${result.rows} rows and not ${rows}`);
  const { growth, settled } = memory;
  const name = `${rows.toLocaleString('en')} companies, export ${form} (${Math.round(result.bytes / MEBIBYTE)} MB)`;
  report.judge(
    `${name}: memory of the server grew by ${(growth / MEBIBYTE).toFixed(0)} MB, from ${(settled / MEBIBYTE).toFixed(0)} MB`,
    growth / MEBIBYTE,
    atMost(MEMORY_GOAL, 'MB'),
  );
  report.judge(
    `${name}: first byte after ${result.firstByteMilliseconds.toFixed(0)} ms`,
    result.firstByteMilliseconds,
    atMost(FIRST_BYTE_GOAL, 'ms'),
  );
  report.record(`${name}: ${Math.round((rows / result.milliseconds) * 1000).toLocaleString('en')} rows/s`);
}

async function reportListsMeanwhile(report: Report, { rows, server }: Stage, authorization: string): Promise<void> {
  const paths = filterSets(rows).flatMap(({ isFlat, queries }) => (isFlat ? queries.map(listPath) : []));
  const connections = await Promise.all(
    Array.from({ length: LIST_CONNECTIONS }, () => openConnection(server.url, authorization)),
  );
  /** Sends requests on all connections, each at a place of its own in the rotation. */
  const askFor = async (duration: number): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + duration;
    const ask = async (at: number) => {
      const connection = itemAt(connections, at);
      for (let next = at * 29; performance.now() < end; next += 1)
        times.push(await milliseconds(() => connection.get(itemAt(paths, next % paths.length))));
    };
    await Promise.all(connections.map((_, at) => ask(at)));
    return times;
  };
  try {
    await askFor(LIST_PHASE_MS);
    const idle: number[] = [];
    const meanwhile: number[] = [];
    let exports = 0;
    for (let round = 0; round < LIST_ROUNDS; round += 1) {
      idle.push(...(await askFor(LIST_PHASE_MS)));
      const loop = startExportLoop({ url: `${server.url}${exportPath(exportedFilters, EXPORTED_ROWS)}`, authorization });
      meanwhile.push(...(await askFor(LIST_PHASE_MS)));
      exports += await loop.end();
    }
    const [before, during] = [quantile(idle, 0.975), quantile(meanwhile, 0.975)];
    const perSecond = (times: readonly number[]) => Math.round((times.length / (LIST_ROUNDS * LIST_PHASE_MS)) * 1000);
    report.judge(
      `${rows.toLocaleString('en')} companies, lists by ${LIST_CONNECTIONS} connections while one exports (${exports} exports): ` +
        `p97.5 ${(during / before).toFixed(2)} times idle (${during.toFixed(1)} ms to ${before.toFixed(1)} ms; ` +
        `${perSecond(meanwhile)} to ${perSecond(idle)} requests/s)`,
      during / before,
      atMost(LISTS_GOAL),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
}
