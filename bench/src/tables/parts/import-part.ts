/**
 * The product's importer, from a file to the last index, compared with COPY of the same rows into a table with the same
 * indexes.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyRowsBack } from '../load/copy-rows-back.ts';
import { atLeast, type Report } from '../report.ts';
import { withClient } from '../server/cluster.ts';
import { importCompanies, uploadCompanies, writeCompaniesFile } from '../server/load-companies.ts';
import type { Stage } from '../server/stage.ts';
import { milliseconds } from '../statistics.ts';

const GOAL = 0.5;
const AGAIN_GOAL = 40_000;
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
    await reportSameAgain(report, server, login, { csv, rows });
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

/** Rows that are the same cost no write, so the version of the table stays. */
async function reportSameAgain(
  report: Report,
  server: Stage['server'],
  login: Stage['login'],
  { csv, rows }: { readonly csv: string; readonly rows: number },
): Promise<void> {
  const readVersion = () =>
    withClient(login, async (client) => {
      const { rows: found } = await client.query<{ version: string }>(
        "select version from table_versions where table_name = 'companies'",
      );
      return found[0]?.version;
    });
  const version = await readVersion();
  let unchanged = 0;
  const time = await milliseconds(async () => {
    ({ unchanged } = await uploadCompanies(server, csv));
  });
  if (unchanged !== rows || (await readVersion()) !== version) throw new Error('importing the same rows again changed the table');
  const rate = (rows / time) * 1000;
  report.judge(
    `import of the same ${rows.toLocaleString('en')} companies again: ${Math.round(rate).toLocaleString('en')} rows/s, 0 writes`,
    rate,
    atLeast(AGAIN_GOAL),
  );
}
