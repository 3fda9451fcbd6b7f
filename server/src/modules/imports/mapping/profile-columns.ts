/** Finds the column of profile addresses by its cells, where no header says which it is. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { ownerOf } from '@leadloom/shared/tables/header-words';
import { type FileSample, filledCells, type MappedColumn } from '@leadloom/shared/tables/mapped-column';

const PERSON = /^(?:https?:\/\/)?(?:[a-z]{1,3}\.)?linkedin\.com\/(?:in|pub)\//i;
const COMPANY = /^(?:https?:\/\/)?(?:[a-z]{1,3}\.)?linkedin\.com\/(?:company|school|showcase)\//i;
const FIELD = 'linkedin_url';

/** @returns the same columns, and that of profile addresses */
export function withProfiles(
  { name: table, columns: defined }: TableDefinition,
  columns: readonly MappedColumn[],
  { headers, rows, chosen }: FileSample,
): readonly MappedColumn[] {
  const isMissing = defined.some(({ field }) => field === FIELD) && !columns.some(({ field }) => field === FIELD);
  if (!isMissing) return columns;
  const profile = ownerOf(table, FIELD) === 'person' ? PERSON : COMPANY;
  const read = new Set(columns.flatMap(({ from, otherwise = [] }) => [...from, ...otherwise]));
  const found = headers.findIndex((header, index) => {
    if (read.has(index) || Object.hasOwn(chosen.headers, header)) return false;
    const cells = filledCells(rows, index);
    return cells.length > 0 && cells.every((cell) => profile.test(cell));
  });
  return found < 0 ? columns : [...columns, { field: FIELD, from: [found] }];
}
