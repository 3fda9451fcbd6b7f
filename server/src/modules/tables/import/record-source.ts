/** What every reader of a format gives an import, and what the sample generators give it too. */
import type { LongId } from '../../../sources/tiktok/video-id.ts';
import type { HeaderMapping } from './map-headers.ts';

interface RecordLocation {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** As it stood in the file. */
  readonly raw: string;
}

/** What a cell held that could not be kept, though its row can. */
export interface LostValue {
  readonly field: string;
  readonly value: string;
}

/** What was made of a row of the file, or why nothing was. */
export type ReadRow = (
  | { readonly cells: readonly unknown[]; readonly lost?: readonly LostValue[]; readonly problem?: never }
  | { readonly problem: string }
) & {
  /** Whether they are whole is told by all of the file. */
  readonly ids?: readonly LongId[];
};

/** A row not judged yet, or why there is none. */
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
