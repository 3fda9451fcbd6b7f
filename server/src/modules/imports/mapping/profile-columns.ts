/** Finds the column of profile addresses by its cells, where no header says which it is. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { MappedHeaders } from './map-headers.ts';
import type { FileMapping } from './read-mapping.ts';

const PROFILE = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(?:in|pub|company|school)\//i;

/** @returns the same columns, and that of profile addresses */
export function withProfiles(
  { columns: defined }: TableDefinition,
  { columns, byHeader }: MappedHeaders,
  {
    names,
    sampled,
    chosen,
  }: { readonly names: readonly string[]; readonly sampled: readonly (readonly string[])[]; readonly chosen: FileMapping },
): MappedHeaders {
  const field = 'linkedin_url';
  if (!defined.some((column) => column.field === field) || columns.some((column) => column.field === field))
    return { columns, byHeader };
  const at = names.findIndex((name, index) => {
    if (byHeader[index] !== null || Object.hasOwn(chosen.headers, name)) return false;
    const cells = sampled.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => PROFILE.test(cell));
  });
  if (at < 0) return { columns, byHeader };
  return { columns: [...columns, { field, from: [at] }], byHeader: byHeader.with(at, field) };
}
