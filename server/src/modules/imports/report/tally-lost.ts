/** Counts the cell values of a file that could not be stored, by column and value. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { LostValue } from '../source/record-source.ts';

/** Number of different values; all further ones are counted together. */
const REMEMBERED = 1_000;
const REPORTED = 100;

type LeftBlank = ImportReport['left_blank'];

export interface LostTally {
  add(lost: readonly LostValue[]): void;
  /** Lost values, those with most rows first. */
  report(): LeftBlank;
}

export function createLostTally(): LostTally {
  const counts = new Map<string, Map<string, number>>();
  const others = new Map<string, number>();
  return {
    add: (lost) => {
      for (const { field, value } of lost) {
        const ofField = counts.get(field) ?? new Map<string, number>();
        counts.set(field, ofField);
        const shown = quoted(value).slice(1, -1);
        if (ofField.has(shown) || ofField.size < REMEMBERED) ofField.set(shown, (ofField.get(shown) ?? 0) + 1);
        else others.set(field, (others.get(field) ?? 0) + 1);
      }
    },
    report: () => {
      const values = [...counts]
        .flatMap(([column, ofColumn]) => Array.from(ofColumn, ([value, rows]) => ({ column, value, rows })))
        .sort((one, other) => other.rows - one.rows);
      for (const { column, rows } of values.slice(REPORTED)) others.set(column, (others.get(column) ?? 0) + rows);
      return [...values.slice(0, REPORTED), ...Array.from(others, ([column, rows]) => ({ column, value: null, rows }))];
    },
  };
}
