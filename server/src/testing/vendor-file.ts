/** Judges what an import makes of one row of another program's export, as CSV and as a list of JSON. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { expect } from 'vitest';
import { readFile } from './read-file.ts';

/** Headers and cells of one row, and the filled cells that it becomes. */
export type VendorFile = readonly [
  vendor: string,
  table: TableName,
  row: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, unknown>>,
];

/** What some files have besides. */
const MAY_BE_READ: readonly string[] = ['hashtags', 'title', 'score', 'text', 'topics'];

export async function expectVendorFile([, table, row, expected]: VendorFile): Promise<void> {
  const csv = [Object.keys(row), Object.values(row)].map(csvRow).join('');
  for (const content of [csv, JSON.stringify([row])]) {
    const { rows, problems } = await readFile(table, content);
    expect(problems).toEqual([]);
    expect(rows).toEqual([expect.objectContaining(expected)]);
    const others = Object.keys(rows[0] ?? {}).filter((field) => !Object.hasOwn(expected, field) && !MAY_BE_READ.includes(field));
    expect(others, 'columns that nothing in the file means').toEqual([]);
  }
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}\n`;
}
