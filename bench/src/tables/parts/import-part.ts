/**
 * The product's importer, from a file to the last index, compared with COPY of the same rows into a table with the same
 * indexes.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRowsBack } from '../load/copy-rows-back.ts';
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
    await withClient(superuser, (client) => client.query('checkpoint'));
    const copying = await copyRowsBack(login, 'companies', copied, rows);
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
