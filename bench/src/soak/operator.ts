/**
 * An operator who imports a file again and again: some rows are new, all others change. The imported rows are known
 * exactly, and so are the changes that alerts must report.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { importReportSchema, tableEndpoints } from '@leadloom/shared/contract/tables';
import type { Address } from './address.ts';
import type { Diary, Span } from './diary.ts';

/** A word that no generated company has. */
export const IMPORTED_WORD = 'soakling';
const NEW_ROWS = 20;
const MOST_ROWS = 200;
const EVERY_MILLISECONDS = 20_000;
const TRIES = 5;

export interface Operator {
  work(isOver: () => boolean): Promise<void>;
  /** Rows added and changed by all imports, each counted once for each import. */
  changes(): number;
  /** When the operator imported. */
  readonly imports: readonly Span[];
}

export function createOperator(address: Address, operatorToken: string, diary: Diary): Operator {
  let rows = 0;
  let changes = 0;
  const imports: Span[] = [];
  const { path } = tableEndpoints.companies.import;

  async function importRound(round: number): Promise<void> {
    rows = Math.min(MOST_ROWS, rows + NEW_ROWS);
    const lines = Array.from(
      { length: rows },
      (_, at) => `${IMPORTED_WORD} ${at},https://${IMPORTED_WORD}-${at}.example,${round}`,
    );
    const body = ['name,website,employee_count', ...lines, ''].join('\n');
    const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'text/csv' };
    // A file that is imported again changes nothing the second time.
    for (let tries = 1; ; tries += 1) {
      const { status, text } = await address.send({ method: 'POST', path, headers, body });
      if (status === 200) {
        const { rejected } = importReportSchema.parse(JSON.parse(text));
        if (rejected > 0) diary.error(`an import refused ${rejected} rows`);
        changes += rows;
        diary.done('import');
        return;
      }
      if (status !== 0 || tries === TRIES) return diary.error(`an import answered ${status} ${text.slice(0, 200)}`);
      diary.repeatedWrite();
    }
  }

  return {
    changes: () => changes,
    imports,
    work: async (isOver) => {
      for (let round = 1; !isOver(); round += 1) {
        const start = performance.now();
        await importRound(round);
        imports.push({ start, end: performance.now() });
        for (let waited = 0; waited < EVERY_MILLISECONDS && !isOver(); waited += 1_000) await sleep(1_000);
      }
    },
  };
}
