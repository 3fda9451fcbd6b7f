/** What a file and a mapping must name: the columns that every row needs, and only columns and headers that exist. */
import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { derivationsFrom } from '../rows/source-forms.ts';
import { unreadable } from '../unreadable.ts';

/** The required columns that are not among those that are filled. */
export function missingColumns(definition: TableDefinition, filled: readonly string[]): TableDefinition['columns'] {
  const known = [...filled, ...derivationsFrom(definition.name, filled).map(({ field }) => field)];
  return definition.columns.filter(({ field, isRequired }) => isRequired === true && !known.includes(field));
}

/** Columns of which a row needs one, where none of them is filled; else empty. */
export function missingChoice(definition: TableDefinition, filled: readonly string[]): TableDefinition['columns'] {
  const { needsOneOf = [], columns } = definition;
  return needsOneOf.some((field) => filled.includes(field)) ? [] : columns.filter(({ field }) => needsOneOf.includes(field));
}

/** @throws {AppError} IMPORT.UNREADABLE naming an unknown or duplicate column */
export function checkChoice(definition: TableDefinition, { headers, joins, constants, units }: FileMapping): void {
  const fields = definition.columns.map(({ field }) => field);
  const named = [...Object.values(headers).filter((field) => field !== null), ...Object.keys(joins), ...Object.keys(constants)];
  const unknown = named.find((field) => !fields.includes(field));
  if (unknown !== undefined)
    throw unreadable(`the mapping names the column ${quoted(unknown)}; the columns are ${fields.join(', ')}`);
  const made = [...Object.keys(joins), ...Object.keys(constants)];
  const twice = made.find((field) => named.indexOf(field) !== named.lastIndexOf(field));
  if (twice !== undefined) throw unreadable(`the mapping names the column ${quoted(twice)} twice`);
  const other = Object.keys(units).find((field) => definition.columns.find((column) => column.field === field)?.kind !== 'money');
  if (other !== undefined) throw unreadable(`the mapping gives a unit to ${quoted(other)}, which is no column of amounts`);
}

/** @throws {AppError} IMPORT.UNREADABLE naming a header that the file does not have */
export function checkNamedHeaders(headers: readonly string[], chosen: FileMapping): void {
  const named = [...Object.keys(chosen.headers), ...Object.values(chosen.joins).flat()];
  const unknown = named.find((header) => !headers.includes(header));
  if (unknown !== undefined) throw unreadable(`the mapping names ${quoted(unknown)}, which is no header of the file`);
}
