import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordCounter } from './record-counter.ts';

const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é'), maxLength: 5 });
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function countIn(...chunks: readonly (string | Uint8Array)[]): number {
  const counter = createRecordCounter();
  for (const chunk of chunks) counter.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return counter.started();
}

describe('record counter', () => {
  it('the records of any file are counted, however it is cut into chunks', () => {
    const file = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 20 });
    fc.assert(
      fc.property(file, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (records, sizes) => {
        const bytes = Buffer.from(records.map((cells) => `${cells.map(quoted).join(',')}\n`).join(''));
        const counter = createRecordCounter();
        for (let at = 0, chunk = 0; at < bytes.length; chunk += 1) {
          const end = at + (sizes[chunk % sizes.length] ?? 1);
          counter.add(bytes.subarray(at, end));
          at = end;
        }
        expect(counter.started()).toBe(records.length);
      }),
      { numRuns: 500 },
    );
  });

  it('a record counts from its first byte', () => {
    expect(countIn()).toBe(0);
    expect(countIn('')).toBe(0);
    expect(countIn('a')).toBe(1);
    expect(countIn('a,b\n')).toBe(1);
    expect(countIn('a,b\n', '')).toBe(1);
    expect(countIn('a,b\n', 'c')).toBe(2);
    expect(countIn('"a\n', 'b\n')).toBe(1);
    expect(countIn('"a ""quoted"" \n', 'b"\n', '\n')).toBe(2);
  });
});
