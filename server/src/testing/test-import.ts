/** A database to load files into, and what is in its tables afterwards. */
import { createHash } from 'node:crypto';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { inject } from 'vitest';
import { z } from 'zod';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { type FileOptions, importFile } from '../modules/imports/import-file.ts';
import type { LoadOptions, Reject } from '../modules/imports/load-records.ts';
import { databaseName } from '../schema/data-table.ts';
import { cloneTestDatabase } from './test-database.ts';

const rowsSchema = z.array(z.object({ row: z.record(z.string(), z.unknown()) }));
const CHUNK_BYTES = 4096;

export interface ImportedFile {
  readonly report: ImportReport;
  readonly rejects: readonly Reject[];
}

export interface TestImports {
  readonly database: Database;
  readonly databaseUrl: string;
  load(table: TableName, content: string | Buffer, options?: Partial<FileOptions & LoadOptions>): Promise<ImportedFile>;
  /** Every row as the database holds it, in the order of arrival. */
  rows(table: TableName): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** A text that stays equal while nothing of the table changes, its version included. */
  fingerprint(table: TableName): Promise<string>;
  close(): Promise<void>;
}

export async function openTestImports(): Promise<TestImports> {
  const clone = await cloneTestDatabase(inject('databaseUrl'));
  const database = connect(clone.url, { onIdleError: () => undefined, poolSize: 4 });

  const rows: TestImports['rows'] = async (table) => {
    const name = databaseName(tableByName(table));
    const found = await database.$client.query(`select to_jsonb(held) as row from ${name} held order by id`);
    return rowsSchema.parse(found.rows).map(({ row }) => row);
  };
  return {
    database,
    databaseUrl: clone.url,
    rows,
    load: async (table, content, options = {}) => {
      const rejects: Reject[] = [];
      const report = await importFile(database, tableByName(table), piecesOf(Buffer.from(content)), {
        format: null,
        encoding: null,
        mustBeGzip: false,
        mapping: {},
        source: 'test',
        now: new Date(),
        maxRejects: null,
        keepsKnown: false,
        isDryRun: false,
        onReject: (reject) => void rejects.push(reject),
        ...options,
      });
      return { report, rejects };
    },
    fingerprint: async (table) => {
      const state = await database.$client.query('select version, row_count from table_versions where table_name = $1', [
        databaseName(tableByName(table)),
      ]);
      return createHash('sha256')
        .update(JSON.stringify([state.rows, await rows(table)]))
        .digest('hex');
    },
    close: async () => {
      await database.$client.end();
      await clone.drop();
    },
  };
}

/** The pieces are small enough for every file to come in several. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
