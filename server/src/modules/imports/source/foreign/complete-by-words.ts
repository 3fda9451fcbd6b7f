/**
 * Rows in TikTok's form, completed by what other headers or keys of the file mean: programs that store videos add columns of
 * their own, and name some differently.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { MappedColumn } from '@leadloom/shared/tables/mapped-column';
import { columnFiller } from '../../mapping/fill-column.ts';
import type { ReadRow } from '../record-source.ts';

/** Only the form reads these: rows are compared by them. */
const IDENTITY: ReadonlySet<string> = new Set(['author', 'author_unique_id', 'video', 'sound_id']);
/** The form makes these of the id and the summary where it finds no value of their own. */
const DERIVED: ReadonlySet<string> = new Set(['posted_at', 'hashtags']);

export interface Completion {
  /** @param values of the file's row, by the indexes of the columns */
  complete(row: ReadRow, values: readonly unknown[]): ReadRow;
  /** Whether the words of the file had a value for the column. */
  hasBrought(field: string): boolean;
}

/** @param columns as the words of the file mean them @param brought of an earlier completion of the same file */
export function createCompletion(
  definition: TableDefinition,
  columns: readonly MappedColumn[],
  brought: Set<string> = new Set(),
): Completion {
  const words = columns.flatMap((column) => {
    const index = definition.columns.findIndex(({ field }) => field === column.field);
    if (definition.name !== 'tiktok-videos' || IDENTITY.has(column.field)) return [];
    return [{ field: column.field, index, fill: columnFiller(column, (cell) => cell) }];
  });
  return {
    hasBrought: (field) => brought.has(field),
    complete: (row, values) => {
      if (row.problem !== undefined || words.length === 0) return row;
      const cells = [...row.cells];
      for (const { field, index, fill } of words) {
        if (!DERIVED.has(field) && isFilled(cells[index])) continue;
        const value = fill(values);
        if (!isFilled(value)) continue;
        cells[index] = value;
        brought.add(field);
      }
      return { ...row, cells };
    },
  };
}

/** Whether the value is one text or number, not an object or a list of them. */
function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number';
}
