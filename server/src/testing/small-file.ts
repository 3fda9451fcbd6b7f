/** Judges what an import makes of a small file. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { expect } from 'vitest';
import { readFile } from './read-file.ts';

export type SmallFile = readonly [
  what: string,
  table: TableName,
  content: string,
  rows: readonly Readonly<Record<string, unknown>>[],
];

/** @param expected null: the column is blank */
export async function expectRows([, table, content, expected]: SmallFile): Promise<void> {
  const { rows, problems } = await readFile(table, content);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(expected.length);
  for (const [index, cells] of expected.entries())
    for (const [field, value] of Object.entries(cells)) expect(rows[index]?.[field] ?? null, field).toEqual(value);
}
