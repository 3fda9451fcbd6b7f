/** The columns of a sheet in which the address of a link counts, not its text. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { MappedColumn } from '../mapping/map-headers.ts';

/** Index of a column → whether it holds mailboxes instead of web addresses. */
export type AddressedColumns = ReadonlyMap<number, boolean>;

export function addressedColumns({ columns: known }: TableDefinition, columns: readonly MappedColumn[]): AddressedColumns {
  const addressed = new Map<number, boolean>();
  for (const { field, from } of columns) {
    const kind = known.find((column) => column.field === field)?.kind;
    if (kind === 'link' || kind === 'email') for (const index of from) addressed.set(index, kind === 'email');
  }
  return addressed;
}
