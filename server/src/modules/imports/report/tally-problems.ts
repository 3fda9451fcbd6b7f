/** Counts what could not be read in a file, by column and value: cells left blank, and cells for which rows were refused. */
import type { ImportProblem } from '@leadloom/shared/contract/imports';
import { quoted } from '@leadloom/shared/domain/cell-problem';

/** Number of different values; all further ones of a column are counted together. */
const REMEMBERED = 20_000;
const REPORTED = 500;
/** Lines named of each. */
const NAMED_LINES = 20;

export interface ProblemTally {
  /** @param line of the file, later lines later @param value as it stands in the file; empty: it is missing */
  add(line: number, kind: ImportProblem['kind'], column: string | null, value: string, reason: string | null): void;
  /** Problems, those with most rows first. */
  report(): ImportProblem[];
}

export function createProblemTally(): ProblemTally {
  const counts = new Map<string, { readonly problem: Omit<ImportProblem, 'rows'>; readonly lines: number[]; rows: number }>();
  const note = (line: number, key: string, problem: Omit<ImportProblem, 'rows'>) => {
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { problem, rows: 1, lines: [line] });
    else {
      known.rows += 1;
      if (known.lines.length < NAMED_LINES) known.lines.push(line);
    }
  };
  return {
    add: (line, kind, column, value, reason) => {
      const shown = quoted(value).slice(1, -1);
      const key = JSON.stringify([kind, column, column === null ? reason : shown]);
      if (counts.has(key) || counts.size < REMEMBERED) note(line, key, { kind, column, value: shown, reason });
      else note(line, JSON.stringify([kind, column]), { kind, column, value: null, reason: null });
    },
    report: () =>
      [...counts.values()]
        .map(({ problem, rows, lines }) => ({ ...problem, rows, lines }))
        .sort((one, other) => other.rows - one.rows)
        .slice(0, REPORTED),
  };
}
