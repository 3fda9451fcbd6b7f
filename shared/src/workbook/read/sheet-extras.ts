/**
 * What a sheet says below its rows about their cells: which are merged, and which are links. It is read before the rows,
 * without parsing them.
 */
import { UnreadableContent } from '../../domain/unreadable-content.ts';
import { type CellPlace, readCellReference } from './cell-reference.ts';
import { createXmlReader } from './xml-reader.ts';

/** Spreadsheet programs keep at most 65,530 links of a sheet. */
const EXTRAS_LIMIT = 100_000;
/** Of the beginning, in which the first tag is. */
const HEAD_LENGTH = 4096;

export interface SheetExtras {
  /** Row of the first cell → cells below which it reaches. Only its own column is filled. */
  readonly merged: ReadonlyMap<number, readonly MergedCells[]>;
  /** Row → column → address. */
  readonly links: ReadonlyMap<number, ReadonlyMap<number, string>>;
}

interface MergedCells {
  readonly column: number;
  readonly lastRow: number;
}

/** @param targets id of a relationship → address @throws {UnreadableContent} */
export async function readSheetExtras(xml: AsyncIterable<string>, targets: ReadonlyMap<string, string>): Promise<SheetExtras> {
  const merged = new Map<number, MergedCells[]>();
  const links = new Map<number, Map<number, string>>();
  let count = 0;
  const counted = () => {
    count += 1;
    if (count > EXTRAS_LIMIT)
      throw new UnreadableContent(
        `its sheet has more than ${EXTRAS_LIMIT.toLocaleString('en')} merged cells and links; save it as CSV`,
      );
  };
  const reader = createXmlReader({
    onOpen: (name, attributes) => {
      if (name === 'mergeCell') {
        const [first, last] = (attributes.ref ?? '').split(':').map(readCellReference);
        if (first == null || last == null || last.row <= first.row) return;
        counted();
        addTo(merged, first.row, { column: first.column, lastRow: last.row });
      }
      if (name !== 'hyperlink') return;
      const id = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1];
      const address = id === undefined ? undefined : targets.get(id);
      const place: CellPlace | null = readCellReference((attributes.ref ?? '').split(':')[0] ?? '');
      if (address === undefined || place === null) return;
      counted();
      const inRow = links.get(place.row) ?? new Map<number, string>();
      links.set(place.row, inRow.set(place.column, address));
    },
  });
  let isBelow = false;
  for await (const chunk of belowRows(xml)) {
    isBelow = true;
    reader.write(chunk);
  }
  if (isBelow) reader.end();
  return { merged, links };
}

/** The sheet without its rows; nothing if it has none. */
async function* belowRows(xml: AsyncIterable<string>): AsyncGenerator<string> {
  let head = '';
  let end: string | null = null;
  let kept = '';
  let isFound = false;
  for await (const chunk of xml) {
    if (isFound) {
      yield chunk;
      continue;
    }
    if (end === null) {
      head += chunk;
      const [, prefix] = /<([\w.-]+:)?worksheet[\s>]/.exec(head) ?? [];
      if (head.length < HEAD_LENGTH && !head.includes('sheetData')) continue;
      end = `</${prefix ?? ''}sheetData>`;
      kept = head;
    } else kept += chunk;
    const at = kept.indexOf(end);
    if (at >= 0) {
      isFound = true;
      yield end.replace('sheetData', 'worksheet').replace('</', '<');
      yield kept.slice(at + end.length);
    }
    // The tag may be split over two chunks.
    kept = kept.slice(-end.length);
  }
}

function addTo<Value>(map: Map<number, Value[]>, key: number, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
