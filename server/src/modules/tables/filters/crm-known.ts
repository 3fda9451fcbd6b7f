/** What was read of a workspace's CRMs for the tests of a condition, and goes along with it. */
import type { Test } from '@leadloom/shared/tables/conditions/condition';
import type { Bits } from './bits.ts';
import type { ChunkSets } from './chunk-sets.ts';

export type CrmTest = Extract<Test, { kind: 'crm' }>;

export interface CrmKnown {
  /** The table's name in the database. */
  readonly tableName: string;
  /** Of the records. */
  readonly state: string;
  /** The table's version up to which the bits of its rows are right. */
  readonly version: number;
  /** The rows of each test, by the test as JSON. */
  readonly rows: ReadonlyMap<string, ChunkSets>;
}

export function knownRows(known: CrmKnown | null, test: CrmTest): ChunkSets | null {
  return known?.rows.get(JSON.stringify(test)) ?? null;
}

/** null: they were not read. */
export function crmBits(known: CrmKnown | null, test: CrmTest): Bits | null {
  const rows = knownRows(known, test);
  if (rows === null) return null;
  return {
    kind: 'given',
    chunks: [...rows.keys()],
    bits: Array.from(rows.values(), (bits) => `x${Buffer.from(bits.buffer, bits.byteOffset, bits.length).toString('hex')}`),
  };
}
