/** Headers that mean a part of a column, such as a first name, or several columns, such as a place. Pure. */
import type { TableDefinition } from './define-table.ts';
import { FIRST_NAMES, LAST_NAMES, LOCATIONS, MIDDLE_NAMES } from './header-synonyms.ts';
import { ownerIn, ownerOf, simplify, withoutQualifiers } from './header-words.ts';

/** The columns that a place fills. */
export type LocationPart = 'city' | 'country';

export type HeaderPart = 'first' | 'middle' | 'last' | 'location';

const PARTS: ReadonlyMap<string, HeaderPart> = new Map(
  (
    [
      ['first', FIRST_NAMES],
      ['middle', MIDDLE_NAMES],
      ['last', LAST_NAMES],
      ['location', LOCATIONS],
    ] as const
  ).flatMap(([part, names]) => names.map((name) => [simplify(name), part] as const)),
);

/** @param table whose rows are to be filled: the place of something else is none of theirs */
export function headerPart(header: string, table: string): HeaderPart | null {
  const said = ownerIn(header);
  const isOther = said !== null && ownerOf(table, '') !== said;
  const [found] = [header, ...(isOther ? [] : withoutQualifiers(header))].flatMap((text) => PARTS.get(simplify(text)) ?? []);
  return found === 'location' && isOther ? null : (found ?? null);
}

/** The column of a table that holds a person's whole name, if its rows are people. */
export function personName({ name }: TableDefinition): string | null {
  return name === 'people' ? 'name' : null;
}

/** The columns that a place fills, if the table has them. */
export function placeColumns({ columns }: TableDefinition): readonly LocationPart[] {
  return (['city', 'country'] as const).filter((part) => columns.some(({ field }) => field === part));
}

/** The headers of first and last name, with that of a middle name between them; empty unless there are both. */
export function nameParts(definition: TableDefinition, headers: readonly string[]): readonly number[] {
  const parts = headers.map((header) => headerPart(header, definition.name));
  const [first, middle, last] = (['first', 'middle', 'last'] as const).map((part) => parts.indexOf(part));
  if (first === undefined || first < 0 || last === undefined || last < 0) return [];
  return [first, middle ?? -1, last].filter((index) => index >= 0);
}
