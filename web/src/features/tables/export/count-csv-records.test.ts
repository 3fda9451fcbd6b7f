import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCsvRecords } from './count-csv-records.ts';

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', '🧵'), maxLength: 6 });
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

describe('counting the records of a CSV', () => {
  it('records are counted correctly wherever the file is split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, size) => {
          const bytes = new TextEncoder().encode(`name,text\r\n${rows.map(line).join('')}`);
          const count = countCsvRecords();
          for (let at = 0; at < bytes.length; at += size) count.add(bytes.subarray(at, at + size));
          expect(count.records()).toBe(rows.length);
        },
      ),
    );
  });

  it('no record is counted before the header has arrived', () => {
    const count = countCsvRecords();
    expect(count.records()).toBe(0);
    count.add(new TextEncoder().encode('name,te'));
    expect(count.records()).toBe(0);
  });
});
