/** Finds the column of profile addresses by its cells, where no header says which it is. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { ownerOf } from '@leadloom/shared/tables/header-words';
import type { MappedHeaders } from './map-headers.ts';
import type { FileMapping } from './read-mapping.ts';

const PERSON = /^(?:https?:\/\/)?(?:[a-z]{1,3}\.)?linkedin\.com\/(?:in|pub)\//i;
const COMPANY = /^(?:https?:\/\/)?(?:[a-z]{1,3}\.)?linkedin\.com\/(?:company|school|showcase)\//i;

/** @returns the same columns, and that of profile addresses */
export function withProfiles(
  { name: table, columns: defined }: TableDefinition,
  mapped: MappedHeaders,
  {
    names,
    sampled,
    chosen,
  }: { readonly names: readonly string[]; readonly sampled: readonly (readonly string[])[]; readonly chosen: FileMapping },
): MappedHeaders {
  const { columns, byHeader } = mapped;
  const field = 'linkedin_url';
  const profile = ownerOf(table, field) === 'person' ? PERSON : COMPANY;
  if (!defined.some((column) => column.field === field) || columns.some((column) => column.field === field)) return mapped;
  const at = names.findIndex((name, index) => {
    if (byHeader[index] !== null || Object.hasOwn(chosen.headers, name)) return false;
    const cells = sampled.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => profile.test(cell));
  });
  if (at < 0) return mapped;
  return { ...mapped, columns: [...columns, { field, from: [at] }], byHeader: byHeader.with(at, field) };
}
