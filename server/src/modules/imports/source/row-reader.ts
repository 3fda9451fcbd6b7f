/** Reads the cells of a row into those of the table's columns: by the form of a network, as a post, or as any row. */

import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileSample, MappedColumn } from '@leadloom/shared/tables/mapped-column';
import { columnFiller } from '../mapping/fill-column.ts';
import type { Judgement } from '../mapping/judge-columns.ts';
import { createCompletion } from './foreign/complete-by-words.ts';
import { type ForeignCsv, foreignCsvOf } from './foreign/foreign-rows.ts';
import { postCellsOf } from './foreign/post-cells.ts';
import { hasRedditForm, redditCellsOf } from './foreign/reddit-cells.ts';
import type { ReadRow } from './record-source.ts';
import { csvText } from './row-text.ts';
import { ownIdReader } from './tiktok-ids.ts';

export interface RowReader {
  /** Columns of the table, in the order of the cells. */
  readonly fields: readonly string[];
  /** Whether the headers must name what every row needs. */
  readonly needsHeaders: boolean;
  /** @param cells as many as there are headers */
  read(cells: readonly string[], raw: string): ReadRow;
  /** The columns for which the file had a value; complete once all rows are read. */
  brought(): readonly string[];
}

export function createRowReader(definition: TableDefinition, judged: Judgement, file: FileSample): RowReader {
  const foreign = foreignCsvOf(definition, file.headers, file.chosen);
  if (foreign !== null) return foreignReader(definition, withoutPaths(judged.columns, file.headers), foreign);
  return postReader(definition, judged, file) ?? ownReader(definition, judged);
}

function ownReader(definition: TableDefinition, { columns }: Judgement): RowReader {
  const fields = columns.map(({ field }) => field);
  const fillers = columns.map((column) => columnFiller(column, withoutEscape));
  const withIds = ownIdReader(definition, fields);
  return {
    fields,
    needsHeaders: true,
    brought: () => fields,
    read: (cells, raw) =>
      withIds(
        fillers.map((fill) => fill(cells)),
        csvText(raw),
      ),
  };
}

/** @returns null: not a table of posts */
function postReader(
  definition: TableDefinition,
  { columns }: Judgement,
  { headers, rows, chosen }: FileSample,
): RowReader | null {
  const posts = postCellsOf(definition, chosen, hasRedditForm(headers));
  const readCells = redditCellsOf(definition, headers, chosen);
  if (posts === null && readCells === null) return null;
  const named = columns.map(({ field }) => field);
  const added = (posts?.fills(headers, rows) ?? []).filter((field) => !named.includes(field));
  const fields = [...named, ...added];
  const fillers = columns.map((column) => columnFiller(column, (cell) => cell));
  return {
    fields,
    needsHeaders: true,
    brought: () => fields,
    read: (written, raw) => {
      const plain = written.map(withoutEscape);
      const reading = readCells?.(plain, raw) ?? { cells: plain };
      if ('problem' in reading) return { problem: reading.problem };
      const cells = [...fillers.map((fill) => fill(reading.cells)), ...added.map(() => '')];
      const problem = posts?.complete({ names: headers, values: reading.cells }, fields, cells) ?? null;
      return problem === null ? { cells } : { problem };
    },
  };
}

function foreignReader(definition: TableDefinition, columns: readonly MappedColumn[], foreign: ForeignCsv): RowReader {
  const fields = definition.columns.map(({ field }) => field);
  const words = createCompletion(definition, columns);
  return {
    fields,
    needsHeaders: false,
    brought: () => fields.filter((field) => foreign.hasBrought(field) || words.hasBrought(field)),
    read: (written, raw) => {
      const cells = written.map(withoutEscape);
      return words.complete(foreign.read(cells, raw), cells);
    },
  };
}

/** Headers such as `hashtags/0/name` are values inside of values, which only the form reads. */
function withoutPaths(columns: readonly MappedColumn[], headers: readonly string[]): readonly MappedColumn[] {
  return columns.filter(({ from }) => from.every((index) => !/[./]/.test(headers[index] ?? '')));
}

/** Removes the apostrophes that our exports put before formulas. */
function withoutEscape(cell: string): string {
  return cell.includes("'") ? unsafeCell(cell) : cell;
}
