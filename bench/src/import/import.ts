/**
 * `pnpm bench import`: messy files, whose meaning is known, into empty tables. Speed is compared with COPY of
 * the same rows into the same indexes, and every cell with what the file means.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect } from '@leadloom/server/database/connect';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { copyRowsBack } from '../tables/load/copy-rows-back.ts';
import { atLeast, atMost, createReport, type Report } from '../tables/report.ts';
import { type Cluster, openCluster, withClient } from '../tables/server/cluster.ts';
import { importMessyFile } from './import-messy-file.ts';
import { type MessyFile, messyFiles, type TrueRow } from './messy-file.ts';
import { writeMessyWorkbook } from './messy-workbook.ts';
import { DEFAULT_ROWS } from './options.ts';

const PART_ROWS = 2_000;
/** The share of the speed of COPY. */
const SPEED_GOAL = 0.3;
/** Times the time of the same rows as CSV, and megabytes that the import takes beyond those at its start. */
const WORKBOOK_GOALS = { time: 3, megabytes: 150 };
const SHOWN_MISTAKES = 5;

/** @param count of rows in each file */
export async function benchImport(count: number): Promise<void> {
  const report = createReport('import');
  const cluster = await openCluster(null);
  let csvMilliseconds = 0;
  try {
    for (const [nth, file] of messyFiles().entries()) {
      const login = await openEmpty(cluster, `messy_${nth}`, file.name);
      const path = await writeFile(cluster, file, count);
      const { milliseconds, rejected, peakMegabytes } = await importMessyFile({ table: file.table, login, path });
      if (nth === 0) csvMilliseconds = milliseconds;
      await rm(path);
      const cells = await compare(login, file, count);
      const copying = await copyRowsBack(login, file.table, join(cluster.directory, 'rows.copy'), count);
      const rate = (time: number) => Math.round((count / time) * 1000).toLocaleString('en');
      const share = copying / milliseconds;
      const figure = `${file.name}: ${count.toLocaleString('en')} rows at ${rate(milliseconds)} rows/s, ${share.toFixed(2)} of COPY (${rate(copying)})`;
      // With few rows, the time is that of starting.
      if (count >= DEFAULT_ROWS) report.judge(figure, share, atLeast(SPEED_GOAL));
      else report.record(figure);
      report.record(`${file.name}: ${Math.round(peakMegabytes)} MB at most`);
      report.judge(`${file.name}: ${rejected} rows rejected`, rejected, atMost(0));
      const read = cells.read / cells.readable;
      report.judge(`${file.name}: ${(read * 100).toFixed(3)} % of ${cells.readable} readable cells read`, read, atLeast(1));
      report.judge(`${file.name}: ${cells.wrong} cells wrong`, cells.wrong, atMost(0));
      for (const mistake of cells.mistakes) report.note(mistake);
    }
    await importWorkbook(cluster, { report, count, csvMilliseconds });
  } finally {
    await cluster.close();
  }
  report.print('pnpm bench import');
}

/** The first file once more, as a workbook. */
async function importWorkbook(cluster: Cluster, { report, count, csvMilliseconds }: WorkbookRun): Promise<void> {
  const [file] = messyFiles();
  if (file === undefined) return;
  const login = await openEmpty(cluster, 'messy_workbook', 'a workbook');
  const path = join(cluster.directory, 'messy.xlsx');
  await writeMessyWorkbook(path, partsOf(file, count));
  const { milliseconds, rejected, peakMegabytes, startMegabytes } = await importMessyFile({ table: file.table, login, path });
  await rm(path);
  const cells = await compare(login, file, count);
  const times = milliseconds / csvMilliseconds;
  const more = peakMegabytes - startMegabytes;
  const figure = `workbook: ${count.toLocaleString('en')} rows in ${times.toFixed(2)} times the time of CSV`;
  if (count >= DEFAULT_ROWS) report.judge(figure, times, atMost(WORKBOOK_GOALS.time));
  else report.record(figure);
  report.judge(`workbook: ${Math.round(more)} MB more than at its start`, more, atMost(WORKBOOK_GOALS.megabytes));
  report.judge(`workbook: ${rejected} rows rejected`, rejected, atMost(0));
  report.judge(`workbook: ${cells.read} of ${cells.readable} readable cells read`, cells.read / cells.readable, atLeast(1));
  report.judge(`workbook: ${cells.wrong} cells wrong`, cells.wrong, atMost(0));
  for (const mistake of cells.mistakes) report.note(mistake);
}

interface WorkbookRun {
  readonly report: Report;
  readonly count: number;
  readonly csvMilliseconds: number;
}

/** A database of its own with empty tables. */
async function openEmpty(cluster: Cluster, name: string, title: string): Promise<Login> {
  const { login } = await cluster.open(name, title);
  const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
  await migrateDatabase(database).finally(() => database.$client.end());
  return login;
}

async function writeFile({ directory }: Cluster, file: MessyFile, count: number): Promise<string> {
  const path = join(directory, 'messy.csv');
  await pipeline(Readable.from(partsOf(file, count)), createWriteStream(path));
  return path;
}

function* partsOf(file: MessyFile, count: number): Generator<Buffer> {
  for (let from = 0; from < count; from += PART_ROWS) yield file.part(from, Math.min(from + PART_ROWS, count));
}

interface ComparedCells {
  readable: number;
  /** Readable cells that were read as they are meant. */
  read: number;
  /** Cells that hold something else than what is meant. */
  wrong: number;
  readonly mistakes: string[];
}

async function compare(login: Login, file: MessyFile, count: number): Promise<ComparedCells> {
  const cells: ComparedCells = { readable: 0, read: 0, wrong: 0, mistakes: [] };
  const byName = new Map<unknown, TrueRow>();
  for (let index = 0; index < count; index += 1) {
    const row = file.truth(index);
    byName.set(row.name, row);
  }
  await withClient(login, async (client) => {
    const { rows } = await client.query<{ row: TrueRow }>(`select to_jsonb(held) as row from ${file.table} held`);
    for (const { row } of rows) {
      const meant = byName.get(row.name);
      byName.delete(row.name);
      for (const [column, value] of Object.entries(meant ?? { name: 'no such row' }))
        compareCell(cells, column, value, row[column]);
    }
  });
  // Rows that are missing have no cell that was read.
  for (const row of byName.values()) for (const [column, value] of Object.entries(row)) compareCell(cells, column, value, null);
  return cells;
}

function compareCell(cells: ComparedCells, column: string, meant: unknown, held: unknown): void {
  const isRight = JSON.stringify(meant) === JSON.stringify(held ?? null);
  if (meant !== null) cells.readable += 1;
  if (meant !== null && isRight) cells.read += 1;
  if (!isRight && held !== null && held !== undefined) cells.wrong += 1;
  if (!isRight && cells.mistakes.length < SHOWN_MISTAKES)
    cells.mistakes.push(`${column}: ${JSON.stringify(held)} instead of ${JSON.stringify(meant)}`);
}
