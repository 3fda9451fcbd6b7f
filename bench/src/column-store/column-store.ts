/**
 * A column store beside PostgreSQL, on the same rows in the same run: what feeding it costs, the processor seconds of questions that
 * PostgreSQL has nothing ready for, and how long an erasure takes to the last file. The engine is that of the tests, so it runs on
 * the machine of the benchmark.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnStore } from '@leadloom/server/column-store/column-store';
import { copyName } from '@leadloom/server/column-store/copy-names';
import { openColumnStore } from '@leadloom/server/column-store/open-column-store';
import { readConfig } from '@leadloom/server/config';
import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { installEngine } from '../../../tests/column-store/engine/install-engine.ts';
import { type RunningEngine, startEngine } from '../../../tests/column-store/engine/start-engine.ts';
import { databaseSeconds, kilobytes, processorSeconds } from '../processes.ts';
import type { Report } from '../tables/report.ts';
import { atLeast, createReport } from '../tables/report.ts';
import { startBenchServer } from '../tables/server/bench-server.ts';
import { databaseUrl, openCluster, withClient } from '../tables/server/cluster.ts';
import { copyCompanies } from '../tables/server/load-companies.ts';
import { loadPeople } from '../tables/server/load-people.ts';
import { readPostmaster } from '../tables/server/postmaster.ts';
import { openStage, type Stage } from '../tables/server/stage.ts';
import type { ColumnStoreChoice } from './options.ts';
import { reportQuestions } from './questions.ts';

/** Rows a second and core. */
const FEEDING_GOAL = 10_000;
const LOOK_MILLISECONDS = 250;
const MEBIBYTE = 1024;
const QUIET_LOOKS = 12;
const ERASED_ROWS = 50;
/** Processors that do other work as well are slow, and their seconds are what is measured. */
const PATIENT = { statementSeconds: 120, soonMilliseconds: 60_000, pageMilliseconds: 120_000 };

export async function benchColumnStore({ rows, keep }: ColumnStoreChoice): Promise<void> {
  const report = createReport('column-store');
  const home = await installEngine(report.note);
  const cluster = await openCluster(keep);
  const engine = await startEngine({ home, ...(keep === null ? {} : { folder: join(keep, `engine_${rows}`) }) });
  try {
    const stage = await openStage(cluster, rows, async ({ login }) => {
      report.note(`loading ${rows.toLocaleString('en')} companies`);
      await copyCompanies(login, rows);
    });
    try {
      await measure(report, stage, engine);
    } finally {
      await stage.close();
    }
  } finally {
    await (keep === null ? engine.remove() : engine.kill());
    await cluster.close();
  }
  report.print(`pnpm bench column-store --rows ${rows}`);
}

async function measure(report: Report, stage: Stage, engine: RunningEngine): Promise<void> {
  const settings = { CLICKHOUSE_URL: engine.url, COLUMN_STORE_FROM: '1' };
  const employees = await loadPeople(stage);
  while (!(await isTrueIn(stage.login, 'select not exists (select from stale_chunks) as is_so'))) await sleep(LOOK_MILLISECONDS);
  if (await haveCopies(stage.login)) report.note('asking the copies of an earlier run');
  else await reportFeeding(report, stage, engine, settings, stage.rows + employees);
  const { columnStore } = readConfig({ DATABASE_URL: databaseUrl(stage.login), ...settings });
  if (columnStore === null) throw new Error('the settings name no column store');
  // Without the limits of the product: what takes longer than they allow is told by its seconds.
  const database = drizzle({ client: new pg.Pool({ ...stage.login, ssl: false, max: 4 }) });
  const log = {
    warn: (fields: object, message: string) => report.note(`${message}: ${JSON.stringify(fields)}`),
    info: report.note,
  };
  const opened = openColumnStore({ settings: columnStore, database, log, limits: PATIENT });
  try {
    await untilRested(stage, settings, opened.store);
    await untilMerged(() => opened.engine.rows({ text: 'select count() from system.merges', parameters: {} }));
    const postmaster = await readPostmaster(stage.directory);
    await reportQuestions(report, stage.rows, {
      database,
      columnStore: opened.store,
      engineSeconds: () => processorSeconds(engine.processId),
      databaseSeconds: () => databaseSeconds(postmaster),
    });
  } finally {
    await opened.close();
    await database.$client.end();
  }
  await reportErasing(report, stage, engine, settings);
}

/** Searches are told by the index of words alone once a feeder has noted that no row is patched. */
async function untilRested(
  { login, directory }: Stage,
  settings: Readonly<Record<string, string>>,
  store: ColumnStore,
): Promise<void> {
  const hasRested = () =>
    store.read('total', [companies, people], async (reading) => {
      const [row] = await reading.rows(sql`select toInt32(getSetting('query_plan_direct_read_from_text_index'))`);
      return row?.[0] === 1;
    });
  if (await hasRested()) return;
  const feeding = await startBenchServer(login, directory, settings);
  try {
    while ((await hasRested()) !== true) await sleep(LOOK_MILLISECONDS);
  } finally {
    await feeding.stop();
  }
}

/** Rows all over the table, so that parts of all partitions are rewritten. */
async function reportErasing(
  report: Report,
  { login, directory, rows }: Stage,
  engine: RunningEngine,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const feeding = await startBenchServer(login, directory, settings);
  try {
    while (!(await isTrueIn(login, ARE_FED))) await sleep(LOOK_MILLISECONDS);
    const before = await processorSeconds(engine.processId);
    const start = performance.now();
    const ids = Array.from({ length: ERASED_ROWS }, (_, at) => 1 + at * Math.floor(rows / ERASED_ROWS));
    await withClient(login, async (client) => {
      await client.query('begin');
      // Another run on the same data finds all rows again, and changes them again.
      await client.query('update companies set description = gen_random_uuid()::text where id = any($1)', [ids]);
      await client.query(
        `insert into column_store_erasures (table_name, row_ids, version)
          select table_name, $1, version from table_versions where table_name = 'companies'`,
        [ids],
      );
      await client.query('commit');
    });
    while (!(await isTrueIn(login, ARE_ERASED))) await sleep(LOOK_MILLISECONDS);
    const wall = (performance.now() - start) / 1_000;
    const used = (await processorSeconds(engine.processId)) - before;
    report.record(
      `erasing ${ERASED_ROWS} of ${rows.toLocaleString('en')} rows: ${used.toFixed(1)} s of processors in the engine, ${wall.toFixed(0)} s until the last file with one was gone, of which a copy rests for two minutes by design`,
    );
  } finally {
    await feeding.stop();
  }
}

/** The first copy of all tables, by a server that has nothing else to do. */
async function reportFeeding(
  report: Report,
  { login, directory }: Stage,
  engine: RunningEngine,
  settings: Readonly<Record<string, string>>,
  rows: number,
): Promise<void> {
  const postmaster = await readPostmaster(directory);
  const isNew = !(await haveSome(login));
  // A run that was ended had copied some: it goes on where it was, and its figure is none.
  if (isNew) await withClient(login, (client) => client.query('delete from column_store_copies'));
  const feeding = await startBenchServer(login, directory, settings);
  const seconds = () =>
    Promise.all([processorSeconds(feeding.pid), processorSeconds(engine.processId), databaseSeconds(postmaster)] as const);
  const before = await seconds();
  const start = performance.now();
  try {
    while (!(await isTrueIn(login, ARE_FED))) await sleep(LOOK_MILLISECONDS);
    if (!isNew) return report.note('the copies of an earlier run were completed');
    const wall = (performance.now() - start) / 1_000;
    const [server = 0, store = 0, database = 0] = (await seconds()).map((after, at) => after - (before[at] ?? 0));
    const used = server + store + database;
    const memory = (await kilobytes(engine.processId, 'status', 'VmHWM')) / MEBIBYTE;
    report.judge(
      `feeding ${rows.toLocaleString('en')} rows: ${Math.round(rows / used).toLocaleString('en')} rows a second and core (server ${server.toFixed(1)} s, engine ${store.toFixed(1)} s, PostgreSQL ${database.toFixed(1)} s of processors, ${wall.toFixed(0)} s in all; the engine’s memory at most ${Math.round(memory)} MB)`,
      rows / used,
      atLeast(FEEDING_GOAL, 'rows/s and core'),
    );
  } finally {
    await feeding.stop();
  }
}

const ARE_ERASED = 'select not exists (select from column_store_erasures where done_at is null) as is_so';

/** Whether the copy of every table that has rows is at the table's version. */
const ARE_FED = `select coalesce(bool_and(coalesce(copies.version = held.version, false)), false) as is_so
  from table_versions held left join column_store_copies copies using (table_name) where held.row_count > 0`;

const askedCopies = [companies, people].map((definition) => `'${copyName(definition)}'`).join(', ');

/** Whether an earlier run has copied the tables that are asked, as they are now. */
function haveCopies(login: Stage['login']): Promise<boolean> {
  return isTrueIn(
    login,
    `select count(*) = 2 as is_so from column_store_copies copies join table_versions held using (table_name, version)
      where copies.name in (${askedCopies})`,
  );
}

/** Whether an earlier run has begun to. */
function haveSome(login: Stage['login']): Promise<boolean> {
  return isTrueIn(login, `select exists (select from column_store_copies where mark > 0 and name in (${askedCopies})) as is_so`);
}

function isTrueIn(login: Stage['login'], statement: string): Promise<boolean> {
  return withClient(login, async (client) => (await client.query<{ is_so: boolean }>(statement)).rows[0]?.is_so === true);
}

async function untilMerged(count: () => Promise<readonly (readonly unknown[])[]>): Promise<void> {
  for (let quiet = 0; quiet < QUIET_LOOKS; await sleep(LOOK_MILLISECONDS)) {
    const [[merges] = []] = await count();
    quiet = Number(merges) === 0 ? quiet + 1 : 0;
  }
}
