/** Reads the rows that COPY sends in its text format. */
import type { WorkbookRow } from '../../workbook/write-workbook.ts';

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** @param copy bytes in UTF-8, in pieces that end anywhere */
export async function* readCopyText(copy: AsyncIterable<Uint8Array>): AsyncGenerator<readonly WorkbookRow[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const bytes of copy) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map(readLine);
  }
}

/** Line ends and tabs within cells are escaped. */
function readLine(line: string): WorkbookRow {
  const cells = line.split('\t');
  return line.includes('\\') ? cells.map(readCell) : cells;
}

function readCell(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign) : cell;
}
