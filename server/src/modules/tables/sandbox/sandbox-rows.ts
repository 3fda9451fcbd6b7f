/**
 * The rows test keys see: forty in each table, the same on every server. Every name contains "(sample)", and
 * every address ends in `.example`.
 */
import type { TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import { z } from 'zod';
import { sampleRow } from '../../../sample-rows/sample-row.ts';
import { SANDBOX_MADE_AT, SANDBOX_SIZE } from '../../../sample-rows/sandbox-rows.ts';
import { SAMPLE_SOURCE } from '../../../schema/data-table.ts';

/** Turns -0 into 0: JSON has no -0. */
const cellSchema = z.union([z.string(), z.number().transform((value) => value + 0), z.boolean(), z.array(z.string())]);
const made = new Map<string, readonly TableRow[]>();

/** Sample rows by id, from 1. */
export function sandboxRows(definition: TableDefinition): readonly TableRow[] {
  const known = made.get(definition.name);
  if (known !== undefined) return known;
  const table = tableNames.find((name) => name === definition.name);
  const rows =
    table === undefined ? [] : Array.from({ length: SANDBOX_SIZE.rows }, (_, index) => sandboxRow(definition, table, index));
  made.set(definition.name, rows);
  return rows;
}

function sandboxRow({ columns }: TableDefinition, table: TableName, index: number): TableRow {
  const cells = sampleRow(table, SANDBOX_SIZE, { index, now: SANDBOX_MADE_AT });
  const filled = columns.map(({ field }): [string, TableRow[string]] => {
    const cell = cellSchema.safeParse(cells[field]).data ?? null;
    return [field, Array.isArray(cell) && cell.length === 0 ? null : cell];
  });
  // Sample rows never change, so each is its own version, as in the feed.
  return { ...Object.fromEntries(filled), sources: [SAMPLE_SOURCE], id: index + 1, changed_in: index + 1 };
}
