/** Makes the cell of a column from the cells of a row in the file. */
import { textOf } from '@leadloom/shared/domain/exact-json';
import type { LocationPart } from '@leadloom/shared/tables/header-parts';
import type { MappedColumn } from '@leadloom/shared/tables/mapped-column';
import { locationPart } from '../../../places/read-location.ts';

/** @param cells text, or JSON values */
export type FillColumn = (cells: readonly unknown[]) => unknown;

/** @param read undoes what our own exports do to text, where the cell is used */
export function columnFiller(column: MappedColumn, read: (text: string) => string): FillColumn {
  const { field, constant, places = [] } = column;
  if (constant !== undefined) return () => constant;
  const own = ownFiller(column, read);
  if (places.length === 0 || !isPart(field)) return own;
  return (cells) => {
    const cell = own(cells);
    return isBlank(cell) ? placeIn(cells, places, { field, read }) : cell;
  };
}

function ownFiller({ joined = [], ...column }: MappedColumn, read: (text: string) => string): FillColumn {
  const whole = wholeFiller(column, read);
  if (joined.length === 0) return whole;
  const join = wholeFiller({ field: column.field, from: joined }, read);
  return (cells) => {
    const cell = whole(cells);
    return isBlank(cell) ? join(cells) : cell;
  };
}

function wholeFiller({ from, otherwise = [] }: MappedColumn, read: (text: string) => string): FillColumn {
  const cellOf = (cell: unknown) => (typeof cell === 'string' ? read(cell) : cell);
  if (from.length > 1) return (cells) => joinedText(from.map((index) => cellOf(cells[index])));
  const [first = -1] = from;
  if (otherwise.length === 0) return (cells) => cellOf(cells[first] ?? '');
  const inOrder = [first, ...otherwise];
  return (cells) => cellOf(cells[inOrder.find((index) => !isBlank(cells[index])) ?? first] ?? '');
}

function placeIn(
  cells: readonly unknown[],
  places: readonly number[],
  { field, read }: { readonly field: LocationPart; readonly read: (text: string) => string },
): string {
  for (const index of places) {
    const part = locationPart(read(textOf(cells[index])), field);
    if (part !== '') return part;
  }
  return '';
}

function joinedText(cells: readonly unknown[]): string {
  return cells
    .map((cell) => (typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''))
    .filter((text) => text !== '')
    .join(' ');
}

function isPart(field: string): field is LocationPart {
  return field === 'city' || field === 'country';
}

function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
