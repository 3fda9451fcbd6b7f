/** Changes of a mapping by what an operator chooses for a header or a column. */
import type { ImportMapping } from '@leadloom/shared/contract/import-uploads';

export type Unit = 'dollars' | 'thousands' | 'millions' | 'billions';
type Entry = ImportMapping[string];

/** The column a header is mapped to by hand; undefined: nothing was chosen for it. */
export function chosenColumn(mapping: ImportMapping, header: string): { column: string | null; unit: Unit | null } | undefined {
  if (!Object.hasOwn(mapping, header)) return undefined;
  const entry = mapping[header];
  if (entry === undefined) return undefined;
  if (entry === null || typeof entry === 'string') return { column: entry, unit: null };
  return 'column' in entry ? { column: entry.column, unit: entry.unit } : undefined;
}

/** Columns that no header of the file fills alone: joined headers, and values of every row. */
export function filledColumns(mapping: ImportMapping) {
  return Object.entries(mapping).flatMap(([column, entry]) =>
    entry !== null && typeof entry === 'object' && !('column' in entry) ? [{ column, entry }] : [],
  );
}

/** Each column is filled once: what filled it before does not any more. */
export function mapHeader(mapping: ImportMapping, header: string, column: string | null, unit: Unit | null): ImportMapping {
  const entry = column !== null && unit !== null ? { column, unit } : column;
  return { ...(column === null ? mapping : withoutColumn(mapping, column)), [header]: entry };
}

export function fillColumn(
  mapping: ImportMapping,
  column: string,
  entry: { readonly join: string[] } | { readonly constant: string },
): ImportMapping {
  return { ...withoutColumn(mapping, column), [column]: entry };
}

export function clearColumn(mapping: ImportMapping, column: string): ImportMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([key]) => key !== column));
}

function withoutColumn(mapping: ImportMapping, column: string): ImportMapping {
  const entries = Object.entries(mapping).flatMap(([key, entry]): [string, Entry][] => {
    const isFilled = entry !== null && typeof entry === 'object' && !('column' in entry);
    if (isFilled) return key === column ? [] : [[key, entry]];
    return chosenColumn(mapping, key)?.column === column ? [[key, null]] : [[key, entry]];
  });
  return Object.fromEntries(entries);
}

/** The part of a template's mapping that this file has headers for, and the headers it lacks. */
export function fitMapping(mapping: ImportMapping, headers: readonly string[]) {
  const lacking = new Set<string>();
  const kept = Object.entries(mapping).filter(([key, entry]) => {
    const isConstant = entry !== null && typeof entry === 'object' && 'constant' in entry;
    if (isConstant) return true;
    const named = entry !== null && typeof entry === 'object' && 'join' in entry ? entry.join : [key];
    const missing = named.filter((header) => !headers.includes(header));
    for (const header of missing) lacking.add(header);
    return missing.length === 0;
  });
  return { mapping: Object.fromEntries(kept), lacking: [...lacking] };
}
