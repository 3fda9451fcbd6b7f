/**
 * The product's importer, from a file to the last index, compared with COPY of the same rows into a table with the same
 * indexes.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { atLeast, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import { importCompanies, writeCompaniesFile } from '../server/load-companies.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds } from '../statistics.ts';

const GOAL = 0.5;
const MEBIBYTE = 1024 * 1024;

/** Leaves the companies in the table. */
export async function reportImport(report: Report, { rows, server, login, superuser, directory }: Stage): Promise<void> {
  const csv = join(directory, `companies_${rows}.csv`);
  const copied = join(directory, `companies_${rows}.copy`);
  try {
    await writeCompaniesFile(csv, rows);
    const { size } = await stat(csv);
    await withClient(superuser, (client) => client.query('checkpoint'));
    const imported = await milliseconds(() => importCompanies(server, csv, rows));
    await withClient(login, (client) => pipeline(client.query(copyTo('copy companies to stdout')), createWriteStream(copied)));
    await withClient(superuser, (client) => client.query('checkpoint'));
    const copying = await withClient(login, (client) => copyOf(client, copied, rows));
    const rate = (time: number) => Math.round((rows / time) * 1000).toLocaleString('en');
    report.judge(
      `import of ${rows.toLocaleString('en')} companies (CSV of ${Math.round(size / MEBIBYTE)} MB, ${Math.round(size / rows)} bytes a row): ` +
        `${(copying / imported).toFixed(2)} of COPY FROM into the same indexes (${rate(imported)} to ${rate(copying)} rows/s)`,
      copying / imported,
      atLeast(GOAL),
    );
  } finally {
    await Promise.all([csv, copied].map((path) => rm(path, { force: true })));
  }
}

/** @returns milliseconds */
async function copyOf(client: pg.Client, path: string, rows: number): Promise<number> {
  await client.query('create table companies_copied (like companies including all)');
  try {
    const time = await milliseconds(() =>
      pipeline(createReadStream(path), client.query(copyFrom('copy companies_copied from stdin'))),
    );
    const { rows: counted } = await client.query<{ total: string }>('select count(*) as total from companies_copied');
    if (Number(counted[0]?.total) !== rows) throw new Error(`${counted[0]?.total} rows were copied instead of ${rows}`);
    return time;
  } finally {
    await client.query('drop table companies_copied');
  }
}
