/** Imported rows that are exported and imported again stay the same. */
import { text } from 'node:stream/consumers';
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { fileTable } from '@leadloom/shared/tables/file-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../schema/data-table.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { copyTable } from '../exports/copy-table.ts';

const word = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '=1+1',
    "'=1+1",
    "''@x",
    '@SUM(1)',
    '+49 30 555010',
    '-2+3',
    'a, b; c | d',
    '"quoted"',
    "O'Neill",
    '[draft]',
    '{a,b}',
    '["a"]',
    '\\N',
    '\\.',
    'NULL',
    'n/a x',
    'Zoë',
    '日本',
    '😀',
    'true',
    '0012',
    'a\tb',
    'a;=1+1',
    'a; \'"=1+1',
    'x, +49 30 555010',
    'a;-1,5',
    '=b',
    'a|@c\n- d',
  ),
);
const days = fc.integer({ min: 0, max: 40_000 }).map((day) => new Date(Date.UTC(1950, 0, 1 + day)).toISOString().slice(0, 10));
const moments = fc
  .integer({ min: 0, max: 2_000_000_000 })
  .map((second) => new Date(second * 1000 + (second % 1000)).toISOString());

function cellFor({ field, kind }: ColumnDefinition): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'list':
      return fc.array(word, { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'money':
      // A column of amounts that no company has is refused.
      return fc.double({ noNaN: true, min: -999_999, max: 999_999 });
    case 'date':
      return days;
    case 'time':
      return moments;
    case 'link':
      return fc.integer({ max: 1_000_000, min: 0 }).map((number) => `https://www.site-${number}.example/${field}?a=${number},b`);
    case 'email':
      return fc.integer({ min: 0 }).map((number) => `person.${number}@site.example`);
    case 'phone':
      return fc.integer({ min: 0 }).map((number) => `+49 (30) ${number}`);
    case 'long-text':
      return fc.array(word, { maxLength: 5 }).map((lines) => lines.join('\r\n'));
    case 'text':
      return word;
  }
}

/** Rows as in a JSON file. */
function rowsOf(table: TableName): fc.Arbitrary<readonly object[]> {
  const { columns, needsOneOf = [] } = fileTable(tableByName(table));
  const cells = Object.fromEntries(
    columns.map((column) => [
      column.field,
      column.isRequired === true || column.field === needsOneOf[0] ? cellFor(column) : fc.option(cellFor(column)),
    ]),
  );
  return fc.array(fc.record(cells), { minLength: thoroughOr(1, 20), maxLength: 40, size: 'max' });
}

describe('rows that were loaded', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());

  it.each(tableNames)('%s: rows are unchanged after an export and an import', async (table) => {
    await fc.assert(
      fc.asyncProperty(rowsOf(table), async (rows) => {
        await imports.database.$client.query(`delete from ${databaseName(tableByName(table))}`);
        await imports.load(table, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        const before = await imports.fingerprint(table);
        const stored = await imports.rows(table);
        const csv = await text(await copyTable(imports.database, { definition: tableByName(table), filters: {} }));
        const { report, rejects } = await imports.load(table, csv);
        expect(rejects).toEqual([]);
        expect(report).toMatchObject({ rows_read: stored.length, unchanged: stored.length, changed_columns: {}, left_blank: [] });
        expect(await imports.fingerprint(table)).toBe(before);

        await imports.database.$client.query(`delete from ${databaseName(tableByName(table))}`);
        await imports.load(table, csv);
        const cellsOf = (held: readonly object[]) =>
          held
            .map((row) => Object.entries(row).filter(([name]) => !['id', 'imported_at', 'added_at', 'changed_in'].includes(name)))
            .map((row) => JSON.stringify(row))
            .sort();
        expect(cellsOf(await imports.rows(table))).toEqual(cellsOf(stored));
      }),
      // Shrinking takes longer than the test may run; the first counterexample is reported.
      { numRuns: thoroughOr(12, 2), endOnFailure: true },
    );
  });
});
