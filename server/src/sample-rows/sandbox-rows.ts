/** The sample rows that test keys see, in each table: always the same. */
import type { SampleSize } from './sample-row.ts';

export const SANDBOX_SIZE: SampleSize = { seed: 7, rows: 40 };
export const SANDBOX_MADE_AT = new Date(Date.UTC(2026, 10, 1));
