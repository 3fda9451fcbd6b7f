/**
 * What CRMs have in common: records of one object with properties, found by a key, written in batches of the vendor's size.
 * Values are texts as the CRM answers them, so that they can be compared with what was written before; null: empty. Numbers are
 * plain decimals, booleans `true` and `false`, dates `YYYY-MM-DD`, choices one of the values that the property takes; where the
 * vendor writes them otherwise, its connector translates.
 * Failures are those of `connector.ts`; a batch that failed in part answers item by item.
 */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';

export type RecordValues = Readonly<Record<string, string | null>>;

export interface CrmProperty {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'other';
  /** For choices: the values that it takes. */
  readonly choices: readonly string[] | null;
  readonly isReadOnly: boolean;
  /** Whether the vendor finds records by it as a bare domain, and not by an address that has it. */
  readonly isDomain?: boolean;
}

export interface CrmRecord {
  readonly id: string;
  /** The domain or email as the CRM has it, or the one it was found by; null: none. */
  readonly key: string | null;
  readonly values: RecordValues;
  readonly owner: string | null;
  readonly stage: string | null;
}

export interface NewRecord {
  /** Ours, the same for every try of the same creation: where a vendor can, it is the external id that makes creations safe to repeat. */
  readonly reference: string;
  readonly values: RecordValues;
}

export interface ChangedRecord {
  readonly id: string;
  readonly values: RecordValues;
}

/** What became of one item of a batch. `gone`: the record was deleted. `mergedInto`: it is now a part of another. */
export type RecordOutcome =
  | { readonly state: 'written'; readonly record: CrmRecord }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'gone' }
  | { readonly state: 'merged'; readonly into: string };

export interface RecordPage {
  readonly records: readonly CrmRecord[];
  /** null: this was the last page. */
  readonly next: string | null;
}

export interface CrmConnector {
  readonly takes: 'records';
  /** Records that one call writes or finds at most. */
  readonly batchSize: number;
  /** The property that holds the domain or email by which records are found; null: the CRM has none. Every created record gets it. */
  readonly keyProperty: string | null;
  /** Signs in and reads one record. */
  readonly test: (signal: AbortSignal) => Promise<object>;
  /** The properties that a mapping may name. */
  readonly listProperties: (object: CrmObject, signal: AbortSignal) => Promise<readonly CrmProperty[]>;
  /** Records by domain or email, any case, with the values of properties; several for one key where the CRM has doubles. */
  readonly findByKeys: (
    keys: readonly string[],
    properties: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly CrmRecord[]>;
  /** Records by their ids, current as of the call. Outcomes are in the order of the ids; `written` stands for found. */
  readonly readRecords: (
    ids: readonly string[],
    properties: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly RecordOutcome[]>;
  /**
   * Creates records, in the order of the items. @param isRepeated whether an earlier try may have created some of them: those are
   * found by their reference or key instead of being created again
   */
  readonly createRecords: (
    records: readonly NewRecord[],
    isRepeated: boolean,
    signal: AbortSignal,
  ) => Promise<readonly RecordOutcome[]>;
  readonly updateRecords: (records: readonly ChangedRecord[], signal: AbortSignal) => Promise<readonly RecordOutcome[]>;
  /** Deletes records, as a person would: where the CRM has a recycle bin, they are in it. */
  readonly deleteRecords: (ids: readonly string[], signal: AbortSignal) => Promise<readonly RecordOutcome[]>;
  /** All records of the object, page by page. @param cursor `next` of the page before; null: the first */
  readonly listRecords: (cursor: string | null, signal: AbortSignal) => Promise<RecordPage>;
  readonly close: () => Promise<void>;
}
