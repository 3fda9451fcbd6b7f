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
