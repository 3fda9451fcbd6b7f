/** Reports the failed cases, and the totals over all workers at the end. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { z } from 'zod';
import { complaintsOf, countVerdicts, type Verdict } from './verdict.ts';

const sentences = z.array(z.string());
const verdictSchema = z.object({
  uncaught: sentences,
  wrongText: sentences,
  failedRetry: sentences,
  doubleSubmit: sentences,
}) satisfies z.ZodType<Verdict>;

export default class CountReporter implements Reporter {
  readonly #verdicts: Verdict[] = [];

  onTestEnd({ title }: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type !== 'verdict' || description === undefined) continue;
      const verdict = verdictSchema.parse(JSON.parse(description));
      this.#verdicts.push(verdict);
      for (const complaint of complaintsOf(verdict)) process.stdout.write(`\n${title}\n  ${complaint}\n`);
    }
  }

  onEnd(): void {
    process.stdout.write(`\nscreens under faults: ${countVerdicts(this.#verdicts)}\n`);
  }
}
