import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingRow, OutgoingRows } from '../../connectors/connector.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { copyTable } from '../exports/copy-table.ts';
import { type RowsFile, readFileRows } from './file-rows.ts';

async function rowsOf(rows: OutgoingRows): Promise<OutgoingRow[]> {
  const all: OutgoingRow[] = [];
  for await (const row of rows.read()) all.push(row);
  return all;
}

/** A file that comes in pieces of a few bytes. */
function fileOf(text: string, format: RowsFile['format'], table: RowsFile['table'] = 'companies'): RowsFile {
  const bytes = Buffer.from(text);
  return {
    format,
    table,
    read: async function* () {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    },
  };
}

describe('rows of a file', () => {
  it('have ids, numbers and booleans as such, and texts without the apostrophes of CSV', async () => {
    const text = 'id,name,website,employee_count\n12,"\'=1+1, ""Ähre""\nLtd",https://acme.example/,40\n13,Plain,,\n';
    const rows = await readFileRows(fileOf(text, 'csv'));
    expect(rows.columns).toEqual(['name', 'website', 'employee_count']);
    expect(await rowsOf(rows)).toEqual([
      { id: 12, cells: ['=1+1, "Ähre"\nLtd', 'https://acme.example/', 40] },
      { id: 13, cells: ['Plain', null, null] },
    ]);
    expect(await rowsOf(rows)).toHaveLength(2);
  });

  it('are the same from JSON lines, with lists as people read them', async () => {
    const lines = [
      { id: 12, name: '=1+1', verticals: ['AI', 'B2B'], employee_count: 40 },
      { id: 13, name: null, verticals: [], employee_count: null },
    ];
    const rows = await readFileRows(fileOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'jsonl'));
    expect(rows.columns).toEqual(['name', 'verticals', 'employee_count']);
    expect(await rowsOf(rows)).toEqual([
      { id: 12, cells: ['=1+1', 'AI, B2B', 40] },
      { id: 13, cells: [null, null, null] },
    ]);
  });

  it('keep digits that a number would lose', async () => {
    const rows = await readFileRows(fileOf('id,employee_count\n1,12345678901234567890\n', 'csv'));
    expect(await rowsOf(rows)).toEqual([{ id: 1, cells: ['12345678901234567890'] }]);
  });

  it('without ids are named by what they hold', async () => {
    const rows = await readFileRows(fileOf('name,city\nAcme,Oslo\nBolt,Bergen\n', 'csv'));
    const again = await readFileRows(fileOf('name,city\nBolt,Bergen\nAcme,Oslo\n', 'csv'));
    const [acme, bolt] = await rowsOf(rows);
    expect(await rowsOf(again)).toEqual([bolt, acme]);
    expect(acme?.id).not.toBe(bolt?.id);
    expect(Number.isSafeInteger(acme?.id)).toBe(true);
  });

  it('are none where a file has a header alone, or nothing', async () => {
    const header = await readFileRows(fileOf('id,name\n', 'csv'));
    expect([header.columns, await rowsOf(header)]).toEqual([['name'], []]);
    const nothing = await readFileRows(fileOf('', 'jsonl'));
    expect([nothing.columns, await rowsOf(nothing)]).toEqual([[], []]);
  });
});

describe('rows of a table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
  });
  afterAll(() => server.close());

  it('come back from both formats with the ids and cells of the table', async () => {
    const definition = tableByName('companies');
    const names = ['=1+1', "'=2", 'Plain, Ltd', '  "quoted"', 'Line\nbreak', '+47 555 01 00', '@home'];
    const added = names.map((name, index) => ({ name, employee_count: index === 2 ? null : index, verticals: ['AI', 'B2B'] }));
    const ids = await addRows(server.database, definition, added);
    const choice = { definition, filters: {}, columns: ['name', 'employee_count', 'verticals'], withId: true };
    for (const format of ['csv', 'jsonl'] as const) {
      const read = async function* () {
        yield* await copyTable(server.database, { ...choice, format });
      };
      const rows = await rowsOf(await readFileRows({ format, table: 'companies', read }));
      expect(rows.sort((one, other) => one.id - other.id)).toEqual(
        added.map(({ name, employee_count: count }, index) => ({ id: ids[index], cells: [name, count, 'AI, B2B'] })),
      );
    }
  });
});
