/** Rows in a sheet of Google Sheets. Long because all cases share one spreadsheet of the stand-in. */
import { BusyDestination, RefusedByDestination } from '@leadloom/server/connectors/connector';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMAIL, openSheetFixture, type SheetFixture, SPREADSHEET, sendRows } from './google-sheets.fixture.ts';

const COLUMNS = ['name', 'employees'];
const never = new AbortController().signal;

describe('rows in a sheet', () => {
  let fixture: SheetFixture;
  beforeEach(async () => {
    fixture = await openSheetFixture();
  });
  afterEach(() => fixture.google.close());

  it('a missing sheet is created with a frozen header and a hidden column of ids', async () => {
    await fixture.send(COLUMNS, [[11, 'Northwind', 40]], 'replace');
    const { frozenRowCount, hiddenColumns } = fixture.spreadsheet.sheet('Leads');
    expect({ frozenRowCount, hidden: [...hiddenColumns] }).toEqual({ frozenRowCount: 1, hidden: [0] });
    expect(fixture.cell(1, 0)).toEqual({ value: '11' });
    expect(fixture.shown()).toEqual([COLUMNS, ['Northwind', 40]]);
  });

  it('text that would be a formula stays text, and numbers and booleans stay what they are', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", '=HYPERLINK("https://attacker.example")', '2026-03-31', '007'];
    await fixture.send(
      ['value'],
      [...texts, 12.5, true].map((value, index) => [index + 1, value] as const),
      'replace',
    );
    const stored = [...texts, 12.5, true].map((_, index) => fixture.cell(index + 1, 1));
    expect(stored).toEqual([...texts, 12.5, true].map((value) => ({ value })));
  });

  it('a value that became empty empties its cell', async () => {
    await fixture.send(COLUMNS, [[1, 'Northwind', 40]], 'replace');
    await fixture.send(COLUMNS, [[1, 'Northwind', null]], 'changes');
    expect(fixture.shown()).toEqual([COLUMNS, ['Northwind', '']]);
  });

  it('a text longer than a cell takes is cut, and says so', async () => {
    await fixture.send(['text'], [[1, 'a'.repeat(60_000)]], 'replace');
    const text = String(fixture.shown()[1]);
    expect([text.length, text.endsWith(' … (cut)')]).toEqual([50_000, true]);
  });

  it('replace leaves exactly the newest rows, in their order', async () => {
    await fixture.send(
      COLUMNS,
      [
        [1, 'A', 1],
        [2, 'B', 2],
        [3, 'C', 3],
      ],
      'replace',
    );
    await fixture.send(
      COLUMNS,
      [
        [3, 'C', 30],
        [4, 'D', 4],
      ],
      'replace',
    );
    expect(fixture.shown()).toEqual([COLUMNS, ['C', 30], ['D', 4]]);
    await fixture.send(COLUMNS, [], 'replace');
    expect(fixture.shown()).toEqual([COLUMNS]);
  });

  it('a file without rows, which names no columns, empties the columns and keeps them', async () => {
    await fixture.send(COLUMNS, [[1, 'A', 1]], 'replace');
    fixture.type('Leads!D1', ['Notes']);
    await fixture.send([], [], 'replace');
    await fixture.send(COLUMNS, [[2, 'B', 2]], 'replace');
    expect(fixture.shown()).toEqual([
      [...COLUMNS, 'Notes'],
      ['B', 2, ''],
    ]);
  });

  it('a row beside which people wrote something keeps its place, and their cells are never changed', async () => {
    await fixture.send(
      COLUMNS,
      [
        [1, 'A', 1],
        [2, 'B', 2],
        [3, 'C', 3],
      ],
      'replace',
    );
    fixture.type('Leads!D1:D3', ['Notes'], ['called'], ['=LEN("ab")']);
    await fixture.send(
      COLUMNS,
      [
        [5, 'E', 5],
        [2, 'B', 20],
        [4, 'D', 4],
      ],
      'replace',
    );
    expect(fixture.shown()).toEqual([
      [...COLUMNS, 'Notes'],
      // Row 1 left the export; what was written beside it stays, without a company beside it.
      ['', '', 'called'],
      ['B', 20, '=LEN("ab")'],
      ['E', 5, ''],
      ['D', 4, ''],
    ]);
  });

  it('append adds rows behind all content, also behind what people typed there', async () => {
    await fixture.send(COLUMNS, [[1, 'A', 1]], 'append');
    fixture.type('Leads!B3', ['typed by hand']);
    fixture.type('Leads!C5', [7]);
    await fixture.send(
      COLUMNS,
      [
        [1, 'A', 10],
        [2, 'B', 2],
      ],
      'append',
    );
    expect(fixture.shown()).toEqual([COLUMNS, ['A', 1], ['typed by hand', ''], ['', ''], ['', 7], ['A', 10], ['B', 2]]);
  });

  it('changes updates rows where they are, however people sorted them, and adds the others', async () => {
    await fixture.send(
      COLUMNS,
      [
        [1, 'A', 1],
        [2, 'B', 2],
        [3, 'C', 3],
      ],
      'changes',
    );
    fixture.spreadsheet.reverseRows('Leads');
    await fixture.send(
      COLUMNS,
      [
        [3, 'C', 30],
        [9, 'N', 9],
        [1, 'A', 10],
      ],
      'changes',
    );
    expect(fixture.shown()).toEqual([COLUMNS, ['C', 30], ['B', 2], ['A', 10], ['N', 9]]);
  });

  it('columns are found by their names where people moved them or inserted their own', async () => {
    await fixture.send(
      COLUMNS,
      [
        [1, 'A', 1],
        [2, 'B', 2],
      ],
      'replace',
    );
    fixture.spreadsheet.insertColumn('Leads', 2);
    fixture.type('Leads!C1:C3', ['Owner'], ['Kim'], ['Lee']);
    fixture.spreadsheet.moveColumn('Leads', 0, 3);
    fixture.spreadsheet.moveColumn('Leads', 0, 2);
    await fixture.send(
      COLUMNS,
      [
        [2, 'B', 20],
        [1, 'A', 10],
        [3, 'C', 3],
      ],
      'replace',
    );
    expect(fixture.shown()).toEqual([
      ['Owner', 'employees', 'name'],
      ['Kim', 10, 'A'],
      ['Lee', 20, 'B'],
      ['', 3, 'C'],
    ]);
  });

  it('a new column of the export stands behind the others, and people’s own columns move to the right', async () => {
    await fixture.send(COLUMNS, [[1, 'A', 1]], 'replace');
    fixture.type('Leads!D1:D2', ['Notes'], ['mine']);
    await fixture.send([...COLUMNS, 'city'], [[1, 'A', 1, 'Oslo']], 'replace');
    expect(fixture.shown()).toEqual([
      [...COLUMNS, 'city', 'Notes'],
      ['A', 1, 'Oslo', 'mine'],
    ]);
    expect([...fixture.spreadsheet.sheet('Leads').hiddenColumns]).toEqual([0]);
  });

  it('a column that left the export is cleared by replace alone', async () => {
    await fixture.send(COLUMNS, [[1, 'A', 1]], 'replace');
    await fixture.send(['name'], [[1, 'AA']], 'changes');
    expect(fixture.shown()).toEqual([COLUMNS, ['AA', 1]]);
    await fixture.send(['name'], [[1, 'AAA']], 'replace');
    expect(fixture.shown()).toEqual([['name'], ['AAA']]);
  });

  it('a column of people’s own with the name of a new column is refused, and left as it is', async () => {
    await fixture.send(COLUMNS, [[1, 'A', 1]], 'replace');
    fixture.type('Leads!D1:D2', ['city'], ['mine']);
    const before = fixture.shown();
    await expect(fixture.send([...COLUMNS, 'city'], [[1, 'A', 1, 'Oslo']], 'replace')).rejects.toThrow(
      new RefusedByDestination(
        'The sheet "Leads" has a column "city" that is not from Leadloom. Rename it, so that the export\'s column is the only one.',
      ),
    );
    expect(fixture.shown()).toEqual(before);
  });

  it.each([
    ['a header', 'Leads!C1'],
    ['a cell below', 'Leads!F40'],
  ])('a sheet with %s of somebody else is refused, and left as it is', async (_, range) => {
    fixture.spreadsheet.update([{ addSheet: { properties: { title: 'Leads', gridProperties: {} } } }]);
    fixture.type(range, ['Budget']);
    const before = fixture.spreadsheet.read('Leads');
    for (const deliver of [() => fixture.send(COLUMNS, [[1, 'A', 1]], 'replace'), () => fixture.connect().test(never)])
      await expect(deliver()).rejects.toThrow(/has content, but no column leadloom_id/);
    expect(fixture.spreadsheet.read('Leads')).toEqual(before);
  });

  it('an empty sheet that is there is used, also where names differ in case and have apostrophes', async () => {
    fixture.spreadsheet.update([{ addSheet: { properties: { title: "Kim's leads", gridProperties: {} } } }]);
    const sent = { columns: COLUMNS, rows: [{ id: 1, cells: ['A', 1] }], mode: 'replace' } as const;
    await sendRows(fixture.connect({ sheet: "KIM'S LEADS" }), sent);
    expect(fixture.spreadsheet.read("'Kim''s leads'!B1:C2")).toEqual([COLUMNS, ['A', 1]]);
    expect(fixture.spreadsheet.sheetTitles()).toEqual(['Sheet1', "Kim's leads"]);
  });

  it('a spreadsheet that would have too many cells is refused before a row is written', async () => {
    fixture.spreadsheet.update([
      { addSheet: { properties: { title: 'Big', gridProperties: { rowCount: 99_000, columnCount: 100 } } } },
    ]);
    const rows = Array.from({ length: 30_000 }, (_, index) => ({ id: index + 1, cells: ['A', 1] }));
    const sent = sendRows(fixture.connect(), { columns: COLUMNS, rows, mode: 'replace' });
    await expect(sent).rejects.toThrow(
      new RefusedByDestination(
        'The spreadsheet would have 10,706,026 cells, and Google allows 10,000,000. Export fewer rows or columns, or use another spreadsheet.',
      ),
    );
    expect(fixture.shown()).toEqual([COLUMNS]);
    expect(fixture.google.writtenCells).toEqual([3]);
  });
});

describe('a test of a spreadsheet', () => {
  let fixture: SheetFixture;
  beforeEach(async () => {
    fixture = await openSheetFixture();
  });
  afterEach(() => fixture.google.close());

  it('tries to write and leaves nothing behind', async () => {
    await fixture.connect().test(never);
    expect(fixture.spreadsheet.sheetTitles()).toEqual(['Sheet1']);
    expect(fixture.google.calls).toContain('POST batchUpdate');
  });

  it('says with whom the spreadsheet must be shared', async () => {
    fixture.google.unshare(SPREADSHEET);
    await expect(fixture.connect().test(never)).rejects.toThrow(
      new RefusedByDestination('Share the spreadsheet with exports@leads-project.example as an editor.'),
    );
    await expect(fixture.connect({ spreadsheet: 'another' }).test(never)).rejects.toThrow(/There is no spreadsheet with this id/);
  });

  it('asks nobody but the configured addresses, whatever the key file names', async () => {
    await fixture.connect({ key: { token_uri: 'https://attacker.example/token' } }).test(never);
    expect(fixture.google.calls[0]).toBe('POST token');
  });

  it('a key that is broken or no longer accepted is refused without its text', async () => {
    const broken = fixture.connect({ key: { private_key: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----' } });
    const error: unknown = await broken.test(never).catch((caught: unknown) => caught);
    expect(error).toEqual(
      new RefusedByDestination('The private key of the service account cannot be read. Enter the whole key file again.'),
    );
    fixture.google.removeServiceAccount(EMAIL);
    await expect(fixture.connect().test(never)).rejects.toThrow(
      new RefusedByDestination('Google does not accept the key of the service account: Invalid JWT Signature.'),
    );
  });

  it('an API that is not enabled is said', async () => {
    fixture.google.faults.add({ call: /^GET spreadsheet/, status: 403, reason: 'SERVICE_DISABLED' });
    await expect(fixture.connect().test(never)).rejects.toThrow(/Enable the Google Sheets API/);
  });

  it('a token that ended before its time is renewed once', async () => {
    const connector = fixture.connect();
    await connector.test(never);
    fixture.google.endTokens();
    await connector.test(never);
    expect(fixture.google.calls.filter((call) => call === 'POST token')).toHaveLength(2);
  });

  it('a used-up quota is to be waited for, as long as Google says', async () => {
    fixture.google.faults.add({ call: /^GET spreadsheet/, status: 429, retryAfter: '90', times: 1 });
    const began = Date.now();
    const error: unknown = await fixture
      .connect()
      .test(never)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BusyDestination);
    const until = error instanceof BusyDestination ? error.until.getTime() : 0;
    expect(until).toBeGreaterThanOrEqual(began + 90_000);
    expect(until).toBeLessThan(began + 150_000);
  });
});
