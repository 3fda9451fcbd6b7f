/** The types that the reader of each format, and the generators of sample rows, pass to an import. */
import type { LongId } from '../../../sources/tiktok/video-id.ts';
import type { HeaderMeaning } from '../mapping/explain-headers.ts';
import type { CellConventions } from '../rows/cells/written-by-programs.ts';
import type { TextEncoding } from './encode-text.ts';

interface RecordLocation {
  /** The record's first line in the file, from 1. */
  readonly line: number;
  /** The source text. */
  readonly raw: string;
}

/** The value of a cell that is left blank although its row is loaded. */
export interface LostValue {
  readonly field: string;
  readonly value: string;
}

/** A row read from the file, or why it could not be read. */
export type ReadRow = (
  | { readonly cells: readonly unknown[]; readonly lost?: readonly LostValue[]; readonly problem?: never }
  | { readonly problem: string }
) & {
  /** Long ids of the row. Whether they are complete is only known after the whole file is read. */
  readonly ids?: readonly LongId[];
};

/** A row that is not checked yet, or why there is none. */
export type SourceRecord = RecordLocation & ReadRow;

export interface FileLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface RecordSource {
  /** Columns of the table, in the order of the cells. */
  readonly fields: readonly string[];
  /** Records in batches, in the order of the file. */
  readonly records: AsyncIterable<readonly SourceRecord[]>;
  /**
   * The columns for which the file had a value; complete once all records are read. The file does not change
   * the others.
   */
  readonly brought: () => readonly string[];
  /** What each header was read as, to be shown; complete once all records are read. */
  readonly meanings: () => ReadonlyMap<string, HeaderMeaning>;
  /** The same for each header by its position, where several may have one name; absent: they have names of their own. */
  readonly meaningOfEach?: readonly HeaderMeaning[];
  /** Whether rows were in the form of a network, which is read as a whole. */
  readonly readsForm?: () => boolean;
  /** Columns of amounts whose plain numbers are not in the column's own unit → the power of ten. */
  readonly units: Readonly<Record<string, number>>;
  /** How its cells are written; absent: as we write them. */
  readonly conventions?: CellConventions;
  /** The line of the header, from 1; absent or null: there is none. */
  readonly headerLine?: number | null;
  /** The first lines as they stand in the file, those above the header too; absent: it has no lines of cells. */
  readonly firstLines?: readonly FileLine[];
  /** How its rows are written, for files of the same format; null: it is no file. */
  readonly layout: SourceLayout | null;
  /** The encoding of the file's text, as far as it is read; absent: it is no file. */
  readonly encoding?: () => TextEncoding;
  /** What the reader noticed about the whole file, in sentences; complete once all records are read. */
  readonly notices: () => readonly string[];
}

export type SourceLayout =
  | {
      readonly kind: 'csv';
      readonly delimiter: string;
      readonly lineEnd: string;
      /** A first line that names the separator, with its end; empty: there is none. */
      readonly before: string;
      /** The source text of the header; null: there is none. */
      readonly header: string | null;
      readonly headers: readonly string[];
      /** The name of the column with the reasons of refused records, which is not read. */
      readonly reason: string;
    }
  | {
      readonly kind: 'jsonl';
      /** The same, as a key. */
      readonly reason: string;
    };
