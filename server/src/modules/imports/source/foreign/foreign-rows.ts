/** Rows in the form of a network → cells of the table, in the order of its columns. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { namesHeaders } from '../../mapping/read-mapping.ts';
import type { ReadRow } from '../record-source.ts';
import { csvText, type RowText } from '../row-text.ts';
import { type ForeignForm, foreignFormOf } from './foreign-form.ts';

export interface ForeignRows {
  /** @returns null: the row is not in the network's form */
  read(row: object, text: RowText): ReadRow | null;
  /** Whether the file had a value for the column. */
  hasBrought(field: string): boolean;
}

/** @param chosen the operator's own mapping, which excludes a network's headers @returns null: read like any file */
export function foreignRowsOf(definition: TableDefinition, chosen: FileMapping): ForeignRows | null {
  const form = formOf(definition, chosen);
  if (form === null) return null;
  const brought = new Set<string>();
  return {
    read: (row, text) => {
      const reading = form.read(row, text);
      if (reading.kind === 'own') return null;
      const { ids = [] } = reading;
      if (reading.kind === 'refused') return { problem: reading.reason, ids };
      for (const field of Object.keys(reading.record)) brought.add(field);
      return { cells: definition.columns.map(({ field }) => reading.record[field] ?? null), ids, lost: reading.lost ?? [] };
    },
    hasBrought: (field) => brought.has(field),
  };
}

export interface ForeignCsv {
  /** @param cells as many as there are headers */
  read(cells: readonly string[], raw: string): ReadRow;
  hasBrought(field: string): boolean;
}

/** @returns null: the headers name all required columns themselves, or are not a network's */
export function foreignCsvOf(definition: TableDefinition, headers: readonly string[], chosen: FileMapping): ForeignCsv | null {
  const rows = foreignRowsOf(definition, chosen);
  if (rows === null || formOf(definition, chosen)?.readsHeaders(headers) !== true) return null;
  const mapper = headerMapper(definition);
  const named = new Set(headers.map((header) => mapper(header)?.field));
  if (definition.columns.every(({ field, isRequired }) => isRequired !== true || named.has(field))) return null;
  const paths = headers.map(pathOf);
  return {
    read: (cells, raw) =>
      rows.read(nested(paths.map((path, index) => [path, cells[index] ?? ''])), csvText(raw)) ?? {
        problem: 'names no video and author of it',
      },
    hasBrought: rows.hasBrought,
  };
}

function formOf(definition: TableDefinition, chosen: FileMapping): ForeignForm | null {
  return !namesHeaders(chosen) ? foreignFormOf(definition.name) : null;
}

type Entry = readonly [path: readonly string[], cell: string];
const DEEPEST = 4;

/** `authorMeta.name` and `hashtags/0/name` are values inside of values. */
function pathOf(header: string): readonly string[] {
  const path = header.split(/[./]/);
  return path.length > DEEPEST ? [header] : path;
}

function nested(entries: readonly Entry[]): object {
  const groups = Map.groupBy(entries, ([[name = '']]) => name);
  return Object.fromEntries(
    Array.from(groups, ([name, members]) => {
      const inner = members.filter(([path]) => path.length > 1);
      const own = members.find(([path, cell]) => path.length === 1 && cell !== '')?.[1];
      return [name, own ?? (inner.length === 0 ? '' : nested(inner.map(([path, cell]) => [path.slice(1), cell])))];
    }),
  );
}
