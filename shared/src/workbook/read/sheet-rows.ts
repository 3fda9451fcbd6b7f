/**
 * The rows of a sheet, each with the texts of its cells. Rows without any are left out. Only stored values are read: what a
 * formula gave when the workbook was saved, never the formula.
 */
import { UnreadableContent } from '../../domain/unreadable-content.ts';
import { MAX_ROWS, readCellReference } from './cell-reference.ts';
import type { NumberStyle } from './cell-styles.ts';
import { addressInFormula, numberText, unescaped } from './cell-text.ts';
import { createTextCollector, type SharedStrings } from './shared-strings.ts';
import type { SheetExtras } from './sheet-extras.ts';
import { type Attributes, broken, createXmlReader } from './xml-reader.ts';

/** A filled cell further right makes the file unreadable; a header may have as many columns. */
const CELLS_LIMIT = 2_000;
/** Characters of a row, as of a record of CSV. */
const RECORD_LIMIT = 16 * 1024 * 1024;
/** Characters of all cells: a text that cells share may be written a million times by a few bytes. */
const TEXT_LIMIT = 4 * 1024 ** 3;

export interface SheetRow {
  /** In the sheet, from 1. */
  readonly row: number;
  /** Up to the last filled one. */
  readonly cells: readonly string[];
  /** Column → address of a link; null: none of its cells is one. */
  readonly links: ReadonlyMap<number, string> | null;
}

interface SheetParts {
  readonly strings: SharedStrings;
  readonly styles: readonly (NumberStyle | null)[];
  readonly is1904: boolean;
  readonly extras: SheetExtras;
}

/** @throws {UnreadableContent} */
export async function* readSheetRows(xml: AsyncIterable<string>, parts: SheetParts): AsyncGenerator<readonly SheetRow[]> {
  let rows: SheetRow[] = [];
  const reader = createXmlReader(createRowHandlers(parts, (row) => rows.push(row)));
  for await (const chunk of xml) {
    reader.write(chunk);
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  reader.end();
}

function createRowHandlers({ strings, styles, is1904, extras }: SheetParts, onRow: (row: SheetRow) => void) {
  /** Merged cells that reach into the current row: column → text and last row. */
  const reaching = new Map<number, { readonly text: string; readonly lastRow: number }>();
  let isRows = false;
  let row = 0;
  let cells: string[] = [];
  let links: Map<number, string> | null = null;
  let column = -1;
  let type = '';
  let style = '';
  let value = '';
  let formula = '';
  let text = '';
  let part: 'value' | 'formula' | 'inline' | null = null;
  let written = 0;
  const inline = createTextCollector('is', (joined) => {
    text = joined;
  });

  function openRow({ r }: Attributes): void {
    const given = r === undefined ? row + 1 : Number(r);
    if (!Number.isInteger(given) || given < 1 || given > MAX_ROWS) throw broken();
    row = Math.max(given, row + 1);
    cells = [];
    column = -1;
    const found = extras.links.get(row);
    links = found === undefined ? null : new Map(found);
  }

  function openCell({ r, t = '', s = '' }: Attributes): void {
    const place = r === undefined ? null : readCellReference(r);
    if (r !== undefined && place === null) throw broken();
    column = place?.column ?? column + 1;
    type = t;
    style = s;
    value = '';
    formula = '';
    text = '';
  }

  function cellText(): string {
    if (type === 's') {
      const index = value.trim() === '' ? -1 : Number(value);
      const shared = strings.get(index);
      if (shared === undefined) throw broken();
      return shared;
    }
    if (type === 'inlineStr') return text;
    if (type === 'str') return unescaped(value);
    if (type === 'd') return value;
    if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false';
    // What a formula could not compute is no value.
    if (type === 'e') return '';
    return value === '' ? '' : numberText(value, styles[Number(style)] ?? null, is1904);
  }

  function closeCell(): void {
    const hasValue = value !== '' || text !== '' || type === 's';
    const cell = hasValue ? cellText() : '';
    if (cell === '') return;
    if (column >= CELLS_LIMIT)
      throw new UnreadableContent(`row ${row} of its sheet has more than ${CELLS_LIMIT.toLocaleString('en')} columns`);
    while (cells.length < column) cells.push('');
    cells[column] = cell;
    const address = formula === '' ? null : addressInFormula(formula);
    if (address === null) return;
    links ??= new Map();
    links.set(column, address);
  }

  function closeRow(): void {
    for (const { column: at, lastRow } of extras.merged.get(row) ?? [])
      if (at < CELLS_LIMIT && (cells[at] ?? '') !== '') reaching.set(at, { text: cells[at] ?? '', lastRow });
    for (const [at, merged] of reaching) {
      if (merged.lastRow < row) reaching.delete(at);
      else if (cells.length > 0 && (cells[at] ?? '') === '') {
        while (cells.length < at) cells.push('');
        cells[at] = merged.text;
      }
    }
    if (cells.length === 0) return;
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > RECORD_LIMIT)
      throw new UnreadableContent(`row ${row} of its sheet is longer than ${RECORD_LIMIT / 1024 / 1024} million characters`);
    written += length;
    if (written > TEXT_LIMIT) throw new UnreadableContent('its sheet holds more than 4 billion characters; save it as CSV');
    onRow({ row, cells, links });
  }

  return {
    onOpen: (name: string, attributes: Attributes) => {
      if (name === 'sheetData') isRows = true;
      else if (!isRows) return;
      else if (part === 'inline') inline.onOpen(name);
      else if (name === 'row') openRow(attributes);
      else if (name === 'c') openCell(attributes);
      else if (name === 'v') part = 'value';
      else if (name === 'f') part = 'formula';
      else if (name === 'is') {
        part = 'inline';
        inline.onOpen(name);
      }
    },
    onText: (piece: string) => {
      if (part === 'value') value += piece;
      else if (part === 'inline') inline.onText(piece);
      else if (part === 'formula') formula += piece;
    },
    onClose: (name: string) => {
      if (!isRows) return;
      if (part === 'inline') {
        inline.onClose(name);
        if (name === 'is') part = null;
      } else if (name === 'c') closeCell();
      else if (name === 'row') closeRow();
      else if (name === 'v' || name === 'f') part = null;
      else if (name === 'sheetData') isRows = false;
    },
  };
}
