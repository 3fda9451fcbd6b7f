/** Writes an Excel workbook in the browser: one sheet, compressed piece by piece, with pauses for the page. */
import { mediaTypes } from '@leadloom/shared/domain/file-format';
import {
  createRowWriter,
  partsAfterSheets,
  partsBeforeSheets,
  sheetEnd,
  sheetName,
  sheetPath,
  sheetStart,
  type WorkbookColumn,
} from '@leadloom/shared/workbook/sheet-xml';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Characters that are compressed at once: some milliseconds. */
const PIECE_LENGTH = 64 * 1024;
const LEVEL = 4;

interface Workbook {
  readonly title: string;
  readonly columns: readonly WorkbookColumn[];
  /** Texts of cells as in a CSV file, without the header. They must fit into one sheet. */
  readonly rows: readonly (readonly string[])[];
}

export async function writeWorkbook({ title, columns, rows }: Workbook): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    pieces.push(bytes);
  });
  const add = (path: string) => {
    const part = new ZipDeflate(path, { level: LEVEL });
    zip.add(part);
    return (xml: string, isLast: boolean) => part.push(strToU8(xml), isLast);
  };
  for (const { path, xml } of partsBeforeSheets()) add(path)(xml, true);
  const push = add(sheetPath(1));
  const writeRow = createRowWriter(columns);
  let xml = sheetStart(columns);
  let rowCount = 1;
  for (const cells of rows) {
    rowCount += 1;
    xml += writeRow(rowCount, cells);
    if (xml.length < PIECE_LENGTH) continue;
    push(xml, false);
    xml = '';
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  push(xml + sheetEnd({ columns, rowCount }), true);
  for (const part of partsAfterSheets([{ name: sheetName(title, 1), columns, rowCount }])) add(part.path)(part.xml, true);
  zip.end();
  return new Blob(pieces, { type: mediaTypes.xlsx });
}
