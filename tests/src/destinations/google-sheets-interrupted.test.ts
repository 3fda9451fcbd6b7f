/** Deliveries to Google Sheets that are interrupted between and within batches: no row is doubled or lost. */
import { BusyDestination } from '@leadloom/server/connectors/connector';
import { afterEach, describe, expect, it } from 'vitest';
import { openSheetFixture, type SheetFixture, sendUntilDone } from './google-sheets.fixture.ts';

const COLUMNS = ['name', 'employees', 'city'];
/** Of 2,500 rows each, with the column of ids. */
const BATCHES = 3;
const ROWS = 6_200;
const NOTES = 'E';

const rowOf = (id: number, version: number) => [id, `Company ${id}`, id * version, id % 3 === 0 ? null : 'Oslo'] as const;
const rowsFrom = (first: number, count: number, version: number) =>
  Array.from({ length: count }, (_, index) => rowOf(first + index, version));

/** What the export has at first, and what is delivered next. */
const before = rowsFrom(1, 1_500, 1);
const after = [...rowsFrom(1_000, ROWS - 400, 2), ...rowsFrom(200, 400, 2)];
const sent = after.map(([id, ...cells]) => ({ id, cells }));

describe('a delivery that is interrupted', () => {
  let fixture: SheetFixture;
  afterEach(() => fixture.google.close());

  /** A sheet with an earlier delivery, and notes beside some of its rows. */
  async function open(mode: 'replace' | 'append' | 'changes'): Promise<SheetFixture> {
    const opened = await openSheetFixture();
    await opened.send(COLUMNS, before, mode);
    for (const row of [3, 300, 1_200]) opened.type(`Leads!${NOTES}${row}`, [`note ${row}`]);
    return opened;
  }

  describe.each(['replace', 'append', 'changes'] as const)('in mode %s', (mode) => {
    it.each([
      ['is applied and its answer lost', 'after'],
      ['never arrives', 'before'],
    ] as const)('ends as if nothing had happened where each batch once %s', async (_, reset) => {
      const whole = await open(mode);
      await whole.send(COLUMNS, after, mode);
      const expected = whole.shown();
      await whole.google.close();

      fixture = await open(mode);
      const errors = await sendUntilDone(fixture.connect, { columns: COLUMNS, rows: sent, mode }, () =>
        fixture.google.faults.add({ call: /^POST values:batchUpdate/, reset, times: 1 }),
      );
      expect(errors).toHaveLength(BATCHES);
      expect(fixture.shown()).toEqual(expected);
    });
  });

  it('goes on where it was: what is written is not written again', async () => {
    fixture = await open('changes');
    const written = fixture.google.writtenCells.length;
    await sendUntilDone(fixture.connect, { columns: COLUMNS, rows: sent, mode: 'changes' }, () =>
      fixture.google.faults.add({ call: /^POST values:batchUpdate/, status: 503, times: 1 }),
    );
    expect(fixture.google.writtenCells.slice(written)).toEqual([10_000, 10_000, (ROWS - 5_000) * 4]);
  });

  it('waits for the quota of a minute, and goes on', async () => {
    let now = Date.parse('2026-03-31T10:00:00Z');
    fixture = await openSheetFixture({ quota: 6, now: () => new Date(now) });
    const errors = await sendUntilDone(
      fixture.connect,
      { columns: COLUMNS, rows: sent, mode: 'replace' },
      () => undefined,
      () => {
        now += 60_000;
      },
    );
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toBeInstanceOf(BusyDestination);
    expect(fixture.shown().slice(1)).toEqual(after.map(([, ...cells]) => cells.map((cell) => cell ?? '')));
  });

  it('writes behind what people typed at the end meanwhile', async () => {
    fixture = await open('append');
    const rows = sent.slice(0, 2_600);
    let typedAt = 0;
    await sendUntilDone(
      fixture.connect,
      { columns: COLUMNS, rows, mode: 'append' },
      (done) => {
        if (done > 0) fixture.google.faults.add({ call: /^POST values:batchUpdate/, reset: 'before', times: 1 });
      },
      () => {
        typedAt = fixture.shown().length + 1;
        fixture.type(`Leads!B${typedAt}`, ['typed by hand']);
      },
    );
    const names = fixture.shown().map(([name]) => name);
    expect(names[typedAt - 1]).toBe('typed by hand');
    expect(names.slice(1_501).filter((name) => name !== 'typed by hand')).toEqual(rows.map(({ id }) => `Company ${id}`));
  });

  it.each([
    ['sort the rows', 'changes', (sheet) => sheet.spreadsheet.reverseRows('Leads')],
    ['insert a column', 'changes', (sheet) => sheet.spreadsheet.insertColumn('Leads', 2)],
    ['move a column', 'append', (sheet) => sheet.spreadsheet.moveColumn('Leads', 1, 4)],
    ['sort the rows', 'replace', (sheet) => sheet.spreadsheet.reverseRows('Leads')],
    ['insert a column', 'replace', (sheet) => sheet.spreadsheet.insertColumn('Leads', 1)],
  ] as const satisfies readonly [string, string, (sheet: SheetFixture) => void][])(
    'no cell of people’s own is changed where they %s in the middle of mode %s',
    async (_, mode, change) => {
      fixture = await open(mode);
      let isChanged = false;
      const errors = await sendUntilDone(fixture.connect, { columns: COLUMNS, rows: sent, mode }, (done) => {
        if (done === 0) return;
        if (!isChanged) change(fixture);
        isChanged = true;
      });
      expect(errors).toEqual([new Error('Somebody changed the sheet while rows were written to it.')]);
      const shown = fixture.shown();
      const [header = []] = shown;
      const rows = shown.slice(1).map((cells) => new Map(cells.map((cell, column) => [header[column], cell])));
      for (const [, name, employees] of after)
        expect(
          rows
            .filter((row) => row.get('name') === name)
            .at(-1)
            ?.get('employees'),
        ).toBe(employees);
      const notes = shown.flatMap((cells) => cells.filter((cell) => String(cell).startsWith('note ')));
      expect(notes.toSorted()).toEqual(['note 1200', 'note 3', 'note 300']);
      // The notes still stand beside the companies beside which they were written.
      for (const row of shown) {
        const note = row.find((cell) => String(cell).startsWith('note '));
        if (note !== undefined)
          expect(['', `Company ${Number(String(note).slice(5)) - 1}`]).toContain(row[header.indexOf('name')]);
      }
    },
  );

  it('replace begins anew where its rows were sorted between two batches', async () => {
    fixture = await openSheetFixture();
    let isSorted = false;
    const errors = await sendUntilDone(fixture.connect, { columns: COLUMNS, rows: sent, mode: 'replace' }, (done) => {
      if (done > 0 && !isSorted) fixture.spreadsheet.reverseRows('Leads');
      isSorted ||= done > 0;
    });
    expect(errors).toHaveLength(1);
    expect(
      fixture
        .shown()
        .slice(1)
        .map(([name]) => name),
    ).toEqual(sent.map(({ id }) => `Company ${id}`));
  });

  it('writes to no row that somebody filled in the moment before', async () => {
    fixture = await open('append');
    let isTyped = false;
    await sendUntilDone(fixture.connect, { columns: COLUMNS, rows: sent.slice(0, 10), mode: 'append' }, () => {
      if (!isTyped) fixture.type('Leads!C1502', [7]);
      isTyped = true;
    });
    expect(fixture.shown()[1_501]).toEqual(['', 7, '', '']);
    expect(
      fixture
        .shown()
        .slice(1_502)
        .map(([name]) => name),
    ).toEqual(sent.slice(0, 10).map(({ id }) => `Company ${id}`));
  });

  it('begins anew where people wrote beside other rows meanwhile', async () => {
    fixture = await open('replace');
    await sendUntilDone(
      fixture.connect,
      { columns: COLUMNS, rows: sent, mode: 'replace' },
      (done) => {
        if (done > 0) fixture.google.faults.add({ call: /^POST values:batchUpdate/, reset: 'after', times: 1 });
      },
      () => fixture.type(`Leads!${NOTES}4`, ['written meanwhile']),
    );
    const shown = fixture.shown().slice(1);
    const names = shown.map(([name]) => name).filter((name) => name !== '');
    expect(names.toSorted()).toEqual(sent.map(({ id }) => `Company ${id}`).toSorted());
    expect(shown[2]?.at(-1)).toBe('written meanwhile');
  });
});
