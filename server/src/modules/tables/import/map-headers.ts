/**
 * Maps each header of a file to a column of the table: by the column's name, then its title, then its aliases,
 * all compared without case, accents, blanks and punctuation; or as the operator says.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { AppError } from '../../../http/app-error.ts';
import { quoted } from './cells/cell-problem.ts';

/** Header → column; null: not read. */
export type HeaderMapping = Readonly<Record<string, string | null>>;

/** How well a header fits a column; lower is better. */
type Rank = 0 | 1 | 2 | 3;

/** The column that one header means by itself, and how well it fits. */
export type HeaderMapper = (header: string) => { readonly field: string; readonly rank: Rank } | null;

export function headerMapper({ columns }: TableDefinition): HeaderMapper {
  const exact = new Set(columns.map(({ field }) => field));
  const ranked: readonly Map<string, string>[] = [new Map(), new Map(), new Map()];
  const add = (rank: number, name: string, field: string) => {
    const names = ranked[rank];
    if (names !== undefined && !names.has(simplify(name))) names.set(simplify(name), field);
  };
  for (const { field, headerName, aliases = [] } of columns) {
    add(0, field, field);
    add(1, headerName, field);
    for (const alias of aliases) add(2, alias, field);
  }
  return (header) => {
    if (exact.has(header)) return { field: header, rank: 0 };
    const name = simplify(header);
    if (name === '') return null;
    for (const rank of [1, 2, 3] as const) {
      const field = ranked[rank - 1]?.get(name);
      if (field !== undefined) return { field, rank };
    }
    return null;
  };
}

/**
 * Maps a whole header line. If several headers mean one column, the best fit is read; among equals, the first.
 * @param chosen by the operator, for the headers it names
 * @throws {AppError} IMPORT.UNREADABLE if the choice does not fit table or file, or a required column is
 * missing
 */
export function mapHeaders(
  definition: TableDefinition,
  headers: readonly string[],
  chosen: HeaderMapping,
): readonly (string | null)[] {
  const mapper = headerMapper(definition);
  checkChoice(definition, chosen);
  for (const header of Object.keys(chosen))
    if (!headers.includes(header)) throw unreadable(`the mapping names ${quoted(header)}, which is no header of the file`);
  const taken = new Map<string, { readonly index: number; readonly rank: number }>();
  for (const [index, header] of headers.entries()) {
    const isChosen = Object.hasOwn(chosen, header);
    const choice = chosen[header];
    const found = isChosen ? (typeof choice === 'string' ? { field: choice, rank: -1 } : null) : mapper(header);
    if (found === null) continue;
    const other = taken.get(found.field);
    if (other === undefined || found.rank < other.rank) taken.set(found.field, { index, rank: found.rank });
  }
  const mapped = headers.map((_, index) => [...taken].find(([, column]) => column.index === index)?.[0] ?? null);
  const missing = definition.columns.filter((column) => column.isRequired === true && !mapped.includes(column.field));
  if (missing.length > 0) {
    const names = missing.map(({ field, headerName }) => `${field} (${headerName})`).join(', ');
    throw unreadable(`it has no column for ${names}; its headers are ${headers.slice(0, 40).map(quoted).join(', ')}`);
  }
  return mapped;
}

/** @throws {AppError} IMPORT.UNREADABLE naming an unknown or duplicate column */
export function checkChoice(definition: TableDefinition, chosen: HeaderMapping): void {
  const fields = definition.columns.map(({ field }) => field);
  const named = Object.values(chosen).filter((field) => field !== null);
  const unknown = named.find((field) => !fields.includes(field));
  if (unknown !== undefined)
    throw unreadable(`the mapping names the column ${quoted(unknown)}; the columns are ${fields.join(', ')}`);
  const twice = named.find((field, index) => named.indexOf(field) !== index);
  if (twice !== undefined) throw unreadable(`the mapping names the column ${quoted(twice)} twice`);
}

/**
 * The error for a file that cannot be read.
 * @param reason a sentence about the file, without its end
 */
export function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('IMPORT.UNREADABLE', { message: `The file could not be read: ${reason}. Nothing was loaded.`, cause });
}

function simplify(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
