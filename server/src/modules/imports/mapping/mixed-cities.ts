/** A header of cities whose cells name whole places, such as `San Francisco, CA`, is read as one of places. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { placeColumns } from '@leadloom/shared/tables/header-parts';
import { type FileSample, filledCells, type MappedColumn } from '@leadloom/shared/tables/mapped-column';

/** More than this part of the cells must have a comma. */
const HALF = 0.5;

/** @returns the same columns; a city with places in its cells fills the country, too, where nothing else does */
export function withMixedCities(
  definition: TableDefinition,
  columns: readonly MappedColumn[],
  { rows, chosen, headers }: FileSample,
): readonly MappedColumn[] {
  const city = columns.find(({ field, from }) => field === 'city' && from.length === 1);
  const [index = -1] = city?.from ?? [];
  const cells = filledCells(rows, index);
  const isMixed = cells.filter((cell) => cell.includes(',')).length > cells.length * HALF;
  if (city === undefined || !isMixed || Object.hasOwn(chosen.headers, headers[index] ?? '')) return columns;
  const places = [index, ...(city.otherwise ?? []), ...(city.places ?? [])];
  const others = columns.filter((column) => column !== city);
  const country = others.find(({ field }) => field === 'country');
  const mixed: readonly MappedColumn[] = [...others, { field: 'city', from: [], places }];
  return country === undefined && placeColumns(definition).includes('country')
    ? [...mixed, { field: 'country', from: [], places }]
    : mixed;
}
