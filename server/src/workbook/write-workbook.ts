/**
 * Writes an Excel workbook as a stream: rows become XML, compressed piece by piece and put into the archive that a workbook
 * is. Only one piece is in memory. Each piece ends with all its rows (a flush of the compression), so it is known exactly
 * which rows were sent when a reader stops.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import {
  createRowWriter,
  MAX_SHEET_ROWS,
  partsAfterSheets,
  partsBeforeSheets,
  sheetEnd,
  sheetName,
  sheetPath,
  sheetStart,
  type WorkbookColumn,
  type WorkbookPart,
  type WrittenSheet,
} from '@leadloom/shared/workbook/sheet-xml';
import { Zip, type ZipInputFile } from 'fflate';

/** A cell's text as in a CSV file; null: blank. */
export type WorkbookRow = readonly (string | null)[];

export interface WorkbookChunk {
  readonly bytes: Buffer;
  /** Rows in it, the header not among them. */
  readonly rows: number;
}

export interface WorkbookForm {
  /** The name of the sheet; further sheets have a number behind it. */
  readonly title: string;
  readonly columns: readonly WorkbookColumn[];
  readonly limits?: WorkbookLimits;
}

interface WorkbookLimits {
  /** Rows of one sheet, the header included. */
  readonly sheetRows: number;
  /** Bytes of one sheet's XML. */
  readonly sheetBytes: number;
  /** Bytes of the whole file. */
  readonly fileBytes: number;
  /** Characters of XML that are compressed at once. */
  readonly pieceLength: number;
}

/** A part or an archive of 4 GiB needs fields of another size, which not every program reads. */
const MAX_BYTES = 4_000_000_000;
const defaultLimits: WorkbookLimits = {
  sheetRows: MAX_SHEET_ROWS,
  sheetBytes: MAX_BYTES,
  fileBytes: MAX_BYTES,
  pieceLength: 256 * 1024,
};
/** A higher level takes twice as long for a tenth less. */
const LEVEL = 4;
const DEFLATED = 8;
/** The end of compressed bytes: an empty last block. */
const LAST_BLOCK = Buffer.from([3, 0]);
/** Of every file in the archive; the rows of an export have no other. */
const MADE_AT = new Date(2000, 0, 1);

const compress = promisify(deflateRaw);

/**
 * Further rows go to further sheets, each with the header. All of `batches` is read, even after a failure, because they
 * may come from a connection that is used again.
 * @throws {RangeError} if the file would be larger than the limit
 */
export async function* writeWorkbook(
  { title, columns, limits = defaultLimits }: WorkbookForm,
  batches: AsyncIterable<readonly WorkbookRow[]> | Iterable<readonly WorkbookRow[]>,
): AsyncGenerator<WorkbookChunk> {
  const archive = createArchive(limits.fileBytes);
  const writeRow = createRowWriter(columns);
  const sheets: WrittenSheet[] = [];
  let failure: unknown = null;
  let xml = '';
  let rows = 0;
  let sheet: ArchivePart | null = null;
  let rowCount = 0;

  const startSheet = () => {
    sheet = archive.add(sheetPath(sheets.length + 1));
    xml = sheetStart(columns);
    rowCount = 1;
  };
  const takePiece = async ({ isLast }: { readonly isLast: boolean }): Promise<WorkbookChunk> => {
    await sheet?.write(xml);
    if (isLast) sheet?.end();
    const piece = { bytes: archive.take(), rows };
    [xml, rows] = ['', 0];
    return piece;
  };
  const endSheet = (): Promise<WorkbookChunk> => {
    xml += sheetEnd({ columns, rowCount });
    sheets.push({ name: sheetName(title, sheets.length + 1), columns, rowCount });
    return takePiece({ isLast: true });
  };
  const isFull = () => rowCount >= limits.sheetRows || (sheet?.size() ?? 0) + xml.length * 3 >= limits.sheetBytes;

  for (const part of partsBeforeSheets()) await archive.addWhole(part);
  startSheet();
  for await (const batch of batches) {
    if (failure !== null) continue;
    try {
      for (const cells of batch) {
        if (isFull()) {
          yield await endSheet();
          startSheet();
        }
        rowCount += 1;
        rows += 1;
        xml += writeRow(rowCount, cells);
        if (xml.length >= limits.pieceLength) yield await takePiece({ isLast: false });
      }
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  yield await endSheet();
  for (const part of partsAfterSheets(sheets)) await archive.addWhole(part);
  archive.end();
  yield { bytes: archive.take(), rows: 0 };
}

interface ArchivePart {
  write(xml: string): Promise<void>;
  end(): void;
  /** Bytes written so far, before they were compressed. */
  size(): number;
}

function createArchive(maxBytes: number) {
  let written: Uint8Array[] = [];
  let total = 0;
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    written.push(bytes);
    total += bytes.length;
    if (total > maxBytes) throw new RangeError(`a workbook would be larger than ${maxBytes} bytes`);
  });

  function add(filename: string): ArchivePart {
    const part: ZipInputFile = { filename, size: 0, crc: 0, compression: DEFLATED, mtime: MADE_AT };
    zip.add(part);
    // The library listens from here on.
    const push = (bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => part.ondata?.(null, bytes, isLast);
    return {
      write: async (xml) => {
        const bytes = Buffer.from(xml);
        part.size += bytes.length;
        part.crc = crc32(bytes, part.crc);
        push(await compress(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }), false);
      },
      end: () => push(LAST_BLOCK, true),
      size: () => part.size,
    };
  }

  return {
    add,
    addWhole: async ({ path, xml }: WorkbookPart): Promise<void> => {
      const part = add(path);
      await part.write(xml);
      part.end();
    },
    end: () => zip.end(),
    /** The bytes of the archive since the last time. */
    take: (): Buffer => {
      const bytes = Buffer.concat(written);
      written = [];
      return bytes;
    },
  };
}
