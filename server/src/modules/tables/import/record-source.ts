/** What every reader of a format gives an import, and what the sample generators give it too. */
import type { LongId } from '../../../sources/tiktok/video-id.ts';
import type { HeaderMapping } from './map-headers.ts';

interface RecordLocation {
  /** Its first line in the file, from 1. */
  readonly line: number;
  /** The source text. */
  readonly raw: string;
}

/** The value of a cell that is left blank although its row is loaded. */
export interface LostValue {
  readonly field: string;
  readonly value: string;
}

/** A row that was read from the file, or why it could not be read. */
export type ReadRow = (
  | { readonly cells: readonly unknown[]; readonly lost?: readonly LostValue[]; readonly problem?: never }
  | { readonly problem: string }
) & {
  /** Whether they are complete is known only after the whole file is read. */
  readonly ids?: readonly LongId[];
};

/** A row that is not checked yet, or why there is none. */
export type SourceRecord = RecordLocation & ReadRow;

export interface RecordSource {
  /** Columns of the table the cells belong to, in the cells' order. */
  readonly fields: readonly string[];
  /** In batches, in the order of the file. */
  readonly records: AsyncIterable<readonly SourceRecord[]>;
  /** Those of the columns that something was there for; complete once all records were read. The others are not the file's to change. */
  readonly brought: () => readonly string[];
  /** What was made of each header, for people; complete once all records were read. */
  readonly mapping: () => HeaderMapping;
}
