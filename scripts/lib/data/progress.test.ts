import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function follow({ isTTY = false, bytesTotal = 1000 as number | null } = {}) {
  const written: string[] = [];
  let time = 0;
  let bytes = 0;
  const output = { isTTY, write: (text: string) => written.push(text) };
  const progress = createProgress({ bytesRead: () => bytes, bytesTotal, output, now: () => time });
  const at = (seconds: number, bytesRead: number, rows: number, isMerging = false) => {
    time = seconds * 1000;
    bytes = bytesRead;
    progress.update({ rows, isMerging });
  };
  return { written, at, end: () => progress.end() };
}

describe('progress', () => {
  it('progress is a bar in one line on a terminal', () => {
    const { written, at, end } = follow({ isTTY: true });
    at(0.01, 10, 10);
    at(10, 250, 50_000);
    at(10.05, 260, 52_000);
    at(20, 500, 100_000);
    at(40, 1000, 200_000, true);
    end();
    expect(written).toEqual([
      '\r\u001b[K[######                  ] 25 %, 50,000 rows, 5,000 rows/s, 0:30 left',
      '\r\u001b[K[############            ] 50 %, 100,000 rows, 5,000 rows/s, 0:20 left',
      '\r\u001b[Kstoring 200,000 rows',
      '\r\u001b[K',
    ]);
  });

  it('progress is an occasional line elsewhere, and a quick run shows none', () => {
    const { written, at, end } = follow();
    at(1, 100, 1000);
    at(5, 500, 5000);
    at(6, 600, 6000);
    at(100, 900, 100_000);
    at(110, 1000, 110_000, true);
    at(111, 1000, 110_000, true);
    end();
    expect(written).toEqual([
      'read 50 %, 5,000 rows, 1,000 rows/s, 0:05 left\n',
      'read 90 %, 100,000 rows, 1,000 rows/s, 0:12 left\n',
      'storing 110,000 rows\n',
    ]);
    const quick = follow();
    quick.at(0.2, 1000, 100, true);
    quick.end();
    expect(quick.written).toEqual([]);
  });

  it('progress of a pipe has no end', () => {
    const { written, at } = follow({ bytesTotal: null });
    at(10, 500, 20_000);
    expect(written).toEqual(['read 20,000 rows, 2,000 rows/s\n']);
  });
});
