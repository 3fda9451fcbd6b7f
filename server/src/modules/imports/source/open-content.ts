/**
 * What a file of rows holds: text, or the rows of a sheet. An archive with one file of rows is that file; a workbook is an
 * archive, too. With several, one is chosen by its name.
 */
import { isZip } from '@leadloom/shared/domain/unreadable-file';
import { chooseEntry, rowFiles } from '@leadloom/shared/workbook/read/archive-rules';
import { findWorkbook, openWorkbook } from '@leadloom/shared/workbook/read/open-workbook';
import type { SheetRow } from '@leadloom/shared/workbook/read/sheet-rows';
import { unreadable } from '../unreadable.ts';
import { type Archive, openArchive } from './archive/open-archive.ts';
import { type SpooledFile, spoolFile } from './archive/spooled-file.ts';
import { openBytes, peek } from './open-bytes.ts';
import { refused, refusedIn } from './refused-content.ts';

export interface ContentOptions {
  /** The file's name or a request header says it is gzip. */
  readonly mustBeGzip: boolean;
  /** Name of the file in an archive of several; null or absent: there is only one. */
  readonly entry?: string | null;
  /** Name of a workbook's sheet; null or absent: the first that holds a table. */
  readonly sheet?: string | null;
  /** Of an archive of several files, the first is read unless one is chosen. */
  readonly takesFirst?: boolean;
}

export type FileContent =
  | { readonly kind: 'text'; readonly bytes: AsyncIterable<Buffer> }
  | { readonly kind: 'sheet'; readonly rows: AsyncIterable<readonly SheetRow[]> };

export interface OpenedContent {
  readonly content: FileContent;
  /** Of the archive, as far as they can be chosen; empty: it is none. */
  readonly entries: readonly string[];
  readonly entry: string | null;
  /** Of the workbook; empty: it is none. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Frees what it took on the disk. */
  close(): Promise<void>;
}

/** @throws {AppError} IMPORT.UNREADABLE */
export async function openContent(bytes: AsyncIterable<Uint8Array>, options: ContentOptions): Promise<OpenedContent> {
  const spooled: SpooledFile[] = [];
  const close = async () => {
    for (const file of spooled.splice(0)) await file.close();
  };
  try {
    const opened = await refused(() => openBy(openBytes(bytes, options), options, spooled));
    return { ...opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openBy(
  bytes: AsyncIterable<Buffer>,
  options: ContentOptions,
  spooled: SpooledFile[],
): Promise<Omit<OpenedContent, 'close'>> {
  const { head, all } = await peek(bytes);
  const none = { entries: [], entry: null, sheets: [], sheet: null };
  if (!isZip(head)) return { ...none, content: { kind: 'text', bytes: all } };
  const archive = await spool(all, spooled);
  const workbook = await findWorkbook(archive);
  if (workbook !== null) return { ...none, ...(await sheetOf(archive, workbook, options)) };
  const entries = rowFiles(archive.names);
  const entry = chooseEntry(entries, options);
  const inside = await peek(openBytes(refusedIn(archive.read(entry)), { mustBeGzip: false }));
  if (!isZip(inside.head)) return { ...none, entries, entry, content: { kind: 'text', bytes: inside.all } };
  const inner = await spool(inside.all, spooled);
  const innerWorkbook = await findWorkbook(inner);
  if (innerWorkbook === null) throw unreadable('it is an archive inside an archive; unpack it');
  return { entries, entry, ...(await sheetOf(inner, innerWorkbook, options)) };
}

async function spool(bytes: AsyncIterable<Buffer>, spooled: SpooledFile[]): Promise<Archive> {
  const file = await spoolFile(bytes);
  spooled.push(file);
  return openArchive(file);
}

async function sheetOf(archive: Archive, part: string, { sheet = null }: ContentOptions) {
  const { rows, ...opened } = await openWorkbook(archive, part, sheet);
  return { ...opened, content: { kind: 'sheet', rows: refusedIn(rows) } as const };
}
