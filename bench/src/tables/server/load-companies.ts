/**
 * Fills the companies of a database: by the product's importer, as an operator would, or, for large sizes, by COPY of the
 * rows that the importer would have written, with the indexes created afterwards.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { createRowPreparer, RowProblems } from '@leadloom/server/modules/imports/rows/prepare-row';
import { copyLine } from '@leadloom/server/modules/imports/staging/copy-line';
import { type ImportReport, importReportSchema, tableEndpoints } from '@leadloom/shared/contract/tables';
import { companies } from '@leadloom/shared/tables/companies';
import { from as copyFrom } from 'pg-copy-streams';
import { companyFields, companyRows } from '../dataset/company-rows.ts';
import type { BenchServer } from './bench-server.ts';
import { withClient } from './cluster.ts';

const LINES_AT_ONCE = 500;
const SOURCE = 'benchmark';

/** Writes a CSV file of generated companies. @param path of the file */
export async function writeCompaniesFile(path: string, rows: number): Promise<void> {
  await pipeline(Readable.from(csvChunks(rows)), createWriteStream(path));
}

function* csvChunks(rows: number): Generator<string> {
  yield `${companyFields.join(',')}\n`;
  yield* chunksOf(companyRows(rows), (cells) => cells.map(csvCell).join(','));
}

function csvCell(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function* chunksOf(rows: Iterable<readonly string[]>, write: (cells: readonly string[]) => string): Generator<string> {
  let chunk = '';
  let lines = 0;
  for (const cells of rows) {
    chunk += `${write(cells)}\n`;
    lines += 1;
    if (lines % LINES_AT_ONCE !== 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** @throws {Error} if a row of the file was not added */
export async function importCompanies(server: BenchServer, path: string, rows: number): Promise<void> {
  const report = await uploadCompanies(server, path);
  if (report.added !== rows) throw new Error(`an import of ${rows} rows added ${report.added}`);
}

/** The rows may be in the table already. */
export async function uploadCompanies({ url, operatorToken }: BenchServer, path: string): Promise<ImportReport> {
  const target = `${url}/api/v1${tableEndpoints.companies.import.path}?source=${SOURCE}`;
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'text/csv' };
  const sending = request(target, { method: 'POST', headers });
  const { promise: answered, resolve, reject } = Promise.withResolvers<string>();
  sending.once('error', reject);
  sending.once('response', (response) => text(response).then(resolve, reject));
  // A server that refuses early ends the upload; its response has the reason.
  await Promise.all([pipeline(createReadStream(path), sending).catch(() => undefined), answered]);
  const answer = await answered;
  const report = importReportSchema.safeParse(JSON.parse(answer));
  if (!report.success) throw new Error(`an import answered ${answer.slice(0, 500)}`);
  return report.data;
}

export async function copyCompanies(login: Login, rows: number): Promise<void> {
  const preparer = createRowPreparer(companies, companyFields);
  const columns = [...preparer.columns, 'canonical_key', 'needs_escape', 'source'];
  const line = (cells: readonly string[]): string => {
    const prepared = preparer.prepare(cells);
    if (prepared instanceof RowProblems) throw new Error(`a generated company was refused: ${prepared.reasons.join('; ')}`);
    return copyLine([...prepared.cells, prepared.canonicalKey, prepared.needsEscape, SOURCE]);
  };
  await withClient(login, async (client) => {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
        where tablename = 'companies' and indexname <> 'companies_pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
    const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const copying = client.query(copyFrom(`copy companies (${names}) from stdin`));
    await pipeline(Readable.from(chunksOf(companyRows(rows), line)), copying);
    for (const { definition } of indexes) await client.query(definition);
  });
}
