/** What an import makes of a file, without a database: its rows by column, its refusals, and what its headers mean. */
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { type FileOptions, openSource } from '../modules/imports/import-file.ts';
import { dayColumns } from '../modules/imports/load-records.ts';
import type { HeaderMeaning } from '../modules/imports/mapping/explain-headers.ts';
import { judgeIds } from '../modules/imports/rows/judge-ids.ts';
import { createRowPreparer, RowProblems } from '../modules/imports/rows/prepare-row.ts';
import { settleDays } from '../modules/imports/rows/settle-days.ts';
import { openContent } from '../modules/imports/source/open-content.ts';

export interface ReadFile {
  /** Filled cells only. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Of refused rows. */
  readonly problems: readonly string[];
  /** Cells that were left blank. */
  readonly lost: readonly string[];
  readonly notices: readonly string[];
  readonly meanings: Readonly<Record<string, HeaderMeaning>>;
}

export async function readFile(
  table: TableName,
  content: string | Buffer,
  options: Partial<FileOptions> = {},
): Promise<ReadFile> {
  const definition = tableByName(table);
  const settled = { format: null, encoding: null, mustBeGzip: false, mapping: {}, ...options };
  const opened = await openContent(piecesOf(Buffer.from(content)), settled);
  try {
    const source = await openSource(definition, opened.content, settled);
    const preparer = createRowPreparer(definition, source.fields, { units: source.units, conventions: source.conventions });
    const rows: Readonly<Record<string, unknown>>[] = [];
    const problems: string[] = [];
    const lost: string[] = [];
    for await (const batch of settleDays(judgeIds(source.records, source.fields), dayColumns(definition, source.fields), null)) {
      for (const record of batch) {
        const row = record.problem === undefined ? preparer.prepare(record.cells) : new RowProblems([record.problem]);
        if (row instanceof RowProblems) problems.push(row.reasons.join('; '));
        else {
          const known = definition.columns.flatMap(({ field }) => {
            const value = row.cells[preparer.columns.indexOf(field)] ?? null;
            return value === null ? [] : [[field, value] as const];
          });
          rows.push(Object.fromEntries(known));
          lost.push(...row.lost.map(({ field, value }) => `${field}: ${value}`));
        }
      }
    }
    return { rows, problems, lost, notices: source.notices(), meanings: Object.fromEntries(source.meanings()) };
  } finally {
    await opened.close();
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
