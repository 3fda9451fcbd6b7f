/**
 * The records that an import refused, in the format of their file with a reason each, to be mended and loaded again: CSV
 * with the file's own header, separator, quotes, line ends and encoding, and JSON Lines. A reason that an earlier import
 * wrote is replaced.
 */
import { safeCell } from '@leadloom/shared/domain/safe-cell';
import { createCsvReader } from '../../../csv/csv-records.ts';
import { encodeText, type TextEncoding } from '../source/encode-text.ts';
import type { SourceLayout } from '../source/record-source.ts';

export interface SourceFormat {
  readonly layout: SourceLayout;
  /** The encoding as far as it is known yet. */
  readonly encoding: () => TextEncoding;
}

export interface RefusedRecord {
  /** The source text of the record. */
  readonly raw: string;
  readonly reason: string;
}

export interface RejectsWriter {
  /** The ending of the file's name. */
  readonly kind: SourceLayout['kind'];
  /** The beginning of the file: mark and header. */
  begin(): Buffer;
  /** @returns the bytes of one record */
  write(record: RefusedRecord): Buffer;
  /** Whether a file that begins with these bytes is one of the same source. */
  wrote(begin: Buffer): boolean;
}

type CsvLayout = Extract<SourceLayout, { kind: 'csv' }>;
type JsonLayout = Extract<SourceLayout, { kind: 'jsonl' }>;

export function createRejectsWriter({ layout, encoding }: SourceFormat): RejectsWriter {
  const textOf = (record: RefusedRecord) => (layout.kind === 'csv' ? csvText(layout, record) : jsonText(layout, record));
  return {
    kind: layout.kind,
    begin: () => encodeText(layout.kind === 'csv' ? headerText(layout) : '', encoding(), true),
    write: ({ raw, reason }) => encodeText(textOf({ raw, reason: plain(reason) }), encoding()),
    wrote: (bytes) => {
      if (layout.kind === 'csv' && layout.header !== null)
        return bytes.indexOf(encodeText(headerText(layout), encoding(), true)) === 0;
      const [line = ''] = bytes.toString(encoding().label === 'utf-16le' ? 'utf16le' : 'latin1').split(/[\r\n]/);
      return layout.kind === 'csv' ? line.endsWith('"') : line.endsWith('"}') && line.includes(`"${layout.reason}":"`);
    },
  };
}

/** @param isRead whether the operator's mapping reads the column or key of this name @returns that of the reasons */
export function reasonName(isRead: (name: string) => boolean): string {
  return isRead('reason') ? 'reason for refusal' : 'reason';
}

/** The reason in plain ASCII marks: not every encoding has the ellipsis of shortened texts. */
function plain(reason: string): string {
  return reason.replaceAll('…', '...');
}

function headerText({ before, header, headers, delimiter, lineEnd, reason }: CsvLayout): string {
  if (header === null) return before;
  return `${before}${header}${headers.at(-1) === reason ? '' : `${delimiter}${reason}`}${lineEnd}`;
}

function csvText(layout: CsvLayout, { raw, reason }: RefusedRecord): string {
  const { delimiter, lineEnd } = layout;
  return `${withoutSurplus(layout, raw)}${delimiter}"${safeCell(reason).replaceAll('"', '""')}"${lineEnd}`;
}

/** Reasons of records that were cut into other cells than the header's. */
const MISCUT = /^(?:has \d+ cells where|a quote ends in|holds bytes that)/;

/** The record without an earlier reason, and without the blank cells behind the last column. */
function withoutSurplus({ delimiter, headers, lineEnd, reason }: CsvLayout, raw: string): string {
  const hasReason = headers.at(-1) === reason;
  const reader = createCsvReader({ delimiter, endsAtReturn: lineEnd === '\r' });
  const [{ cells = [] } = {}] = [...reader.read(raw), ...reader.end()];
  const last = cells.at(-1) ?? '';
  const isReason = hasReason && (cells.length >= headers.length || MISCUT.test(last));
  let text = isReason ? withoutLast(raw, last, delimiter) : raw;
  const width = headers.length - (hasReason ? 1 : 0);
  const own = isReason ? cells.slice(0, -1) : cells;
  if (own.slice(width).some((cell) => cell.trim() !== '')) return text;
  for (let surplus = own.length - width; surplus > 0; surplus -= 1) text = text.slice(0, text.lastIndexOf(delimiter));
  return text;
}

/** @param last the text in the last cell */
function withoutLast(raw: string, last: string, delimiter: string): string {
  const written = [`${delimiter}"${last.replaceAll('"', '""')}"`, `${delimiter}${last}`].find((end) => raw.endsWith(end));
  return written === undefined ? raw : raw.slice(0, -written.length);
}

/** The record with its reason. A value that is no object cannot hold a reason, and is quoted next to it. */
function jsonText(layout: JsonLayout, { raw, reason }: RefusedRecord): string {
  const object = raw.trim();
  if (!isObject(object)) return `${JSON.stringify({ raw, [layout.reason]: reason })}\n`;
  // Line breaks are only between the parts of JSON, never in its texts.
  const parts = withoutKey(object, layout.reason)
    .slice(0, -1)
    .replace(/[\r\n]+/g, ' ')
    .trimEnd();
  return `${parts}${parts === '{' ? '' : ','}${JSON.stringify(layout.reason)}:${JSON.stringify(reason)}}\n`;
}

const LAST_VALUE = /\s*:\s*"(?:[^"\\]|\\.)*"\s*}$/y;

/** The object without the key, if it is the last one and its value is a text. */
function withoutKey(object: string, key: string): string {
  const written = JSON.stringify(key);
  const at = object.lastIndexOf(written);
  LAST_VALUE.lastIndex = at + written.length;
  return at < 0 || !LAST_VALUE.test(object) ? object : `${object.slice(0, at).trimEnd().replace(/,$/, '')}}`;
}

function isObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
