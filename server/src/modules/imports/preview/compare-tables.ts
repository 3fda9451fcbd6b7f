/** Compares a file with every table by what its columns mean and its first rows hold, and says what speaks for each. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { AppError } from '../../../http/app-error.ts';
import { openSource } from '../import-file.ts';
import { evidenceFor } from '../mapping/table-evidence.ts';
import { createRowPreparer, RowProblems } from '../rows/prepare-row.ts';
import { type CommentedTable, commentsInWords, commentsOn } from '../source/foreign/comment-rows.ts';
import type { FileContent } from '../source/open-content.ts';
import type { RecordSource } from '../source/record-source.ts';
import { type FileColumn, fileColumnsOf } from './file-columns.ts';
import { COMPARED_ROWS } from './preview-beginning.ts';
import type { PreviewOptions } from './read-preview.ts';

/** Rows whose cells may speak for a table. */
const EVIDENCE_ROWS = 50;
/** A table that fits so much better than the next needs no question. */
const CLEAR = 0.1;
/** Comments are rows of no table. Where they are written on posts or videos, that table is proposed, and a question asked. */
const COMMENTS = { ofSubject: 0.3, ofOthers: 0.25 } as const;

type Fit = ImportPreview['fits'][number];

export interface ComparedTables {
  /** The best first. */
  readonly fits: readonly Fit[];
  /** The table on whose rows the file has comments; null: its rows are no comments. */
  readonly commentsOn: CommentedTable | null;
}

export async function compareTables(begin: () => FileContent, options: PreviewOptions): Promise<ComparedTables> {
  const judged: (Judged & Pick<Fit, 'table'>)[] = [];
  for (const table of tableNames) judged.push({ table, ...(await fitOf(tableByName(table), begin, options)) });
  const commented = judged.flatMap(({ sample }) => commentsOn(sample?.headers ?? [], sample?.rows ?? []) ?? [])[0] ?? null;
  const fits = judged.map(({ table, fit, reason }) =>
    commented === null ? { table, fit, reason } : fitOfComments({ table, fit, reason }, commented),
  );
  return { fits: fits.sort((one, other) => other.fit - one.fit), commentsOn: commented };
}

function fitOfComments({ table, fit, reason }: Fit, commented: CommentedTable): Fit {
  const what = sentence(commentsInWords(commented));
  if (table !== commented) return { table, fit: rounded(fit * COMMENTS.ofOthers), reason: `${reason} ${what}` };
  return { table, fit: Math.max(fit, COMMENTS.ofSubject), reason: fit === 0 ? what : `${reason} ${what}` };
}

export function sentence(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;
}

/** @param fits the best first */
export function isClear([best, next]: readonly Fit[]): boolean {
  return best !== undefined && best.fit > 0 && best.fit - (next?.fit ?? 0) >= CLEAR;
}

interface Judged extends Omit<Fit, 'table'> {
  /** Absent: the file cannot be read as this table. */
  readonly sample?: { readonly headers: readonly string[]; readonly rows: FirstRows['seen'] };
}

async function fitOf(definition: TableDefinition, begin: () => FileContent, options: PreviewOptions): Promise<Judged> {
  try {
    const source = await openSource(definition, begin(), { ...options, mapping: {} });
    const first = await readRows(definition, source);
    return { ...judgeFit(definition, source, first), sample: { headers: headersOf(first), rows: first.seen } };
  } catch (error) {
    if (error instanceof AppError) return { fit: 0, reason: 'The file cannot be read as this table.' };
    throw error;
  }
}

interface FirstRows {
  readonly rows: number;
  readonly loaded: number;
  readonly columns: readonly FileColumn[];
  /** Cells of some rows, in the order of the columns. */
  readonly seen: readonly (readonly string[])[];
}

async function readRows(definition: TableDefinition, source: RecordSource): Promise<FirstRows> {
  const preparer = createRowPreparer(definition, source.fields, { units: source.units, conventions: source.conventions });
  const columns = fileColumnsOf(source);
  const seen: (readonly string[])[] = [];
  let rows = 0;
  let loaded = 0;
  try {
    for await (const batch of source.records) {
      for (const record of batch.slice(0, COMPARED_ROWS - rows)) {
        rows += 1;
        if (seen.length < EVIDENCE_ROWS) seen.push(columns.cellsOf(record));
        if (record.problem === undefined && !(preparer.prepare(record.cells) instanceof RowProblems)) loaded += 1;
      }
      if (rows >= COMPARED_ROWS) break;
    }
  } catch (error) {
    // The beginning of a list of JSON is no whole document.
    if (rows === 0 || !(error instanceof AppError)) throw error;
  }
  return { rows, loaded, columns: columns.all(), seen };
}

function headersOf({ columns }: FirstRows): readonly string[] {
  return columns.map(({ header }) => header);
}

function judgeFit({ name, title }: TableDefinition, source: RecordSource, first: FirstRows): Judged {
  const { rows, loaded, columns, seen } = first;
  if (rows === 0) return { fit: 0, reason: 'The file has no rows.' };
  const part = loaded / rows;
  const rowsSentence = loadableInWords(rows, loaded);
  // The forms of networks name no headers: they fit as a whole.
  if (source.readsForm?.() === true)
    return { fit: rounded(part), reason: `Its rows are in the form of the network. ${rowsSentence}` };
  const meanings = source.meanings();
  const known = [...meanings.values()].filter(({ column }) => column !== null).length;
  const { factor, reason } = evidenceFor(name, headersOf(first), seen);
  const headersSentence = `${headersInWords(columns)} of ${title}.`;
  return {
    fit: rounded(part * (0.25 + 0.75 * (known / Math.max(1, meanings.size))) * factor),
    reason: [headersSentence, rowsSentence, reason].filter((text) => text !== null).join(' '),
  };
}

function loadableInWords(rows: number, loaded: number): string {
  if (rows === 1) return `The first row ${loaded === 1 ? 'can' : 'cannot'} be loaded.`;
  return `Of the first ${rows} rows, ${loaded === rows ? 'all' : loaded} can be loaded.`;
}

/** Every column of the file is counted, also where several have one header. */
function headersInWords(columns: readonly FileColumn[]): string {
  const known = columns.filter(({ meaning }) => meaning.column !== null).length;
  const headers = columns.length === 1 ? 'header' : 'headers';
  return `${known} of ${columns.length} ${headers} ${known === 1 ? 'is read as a column' : 'are read as columns'}`;
}

function rounded(fit: number): number {
  return Math.round(fit * 100) / 100;
}
