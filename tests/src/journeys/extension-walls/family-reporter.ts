/** Adds up the attacks on the extension by their families, at the end of a run: one line each. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { z } from 'zod';
import { ATTACKS } from './attack-report.ts';

const attacksSchema = z.object({ family: z.string(), cases: z.int() });

export default class FamilyReporter implements Reporter {
  readonly #cases = new Map<string, number>();
  #failed = 0;

  onTestEnd(_: TestCase, { annotations, status }: TestResult): void {
    const attacks = annotations.filter(({ type }) => type === ATTACKS);
    for (const { description = '' } of attacks) {
      const { family, cases } = attacksSchema.parse(JSON.parse(description));
      this.#cases.set(family, (this.#cases.get(family) ?? 0) + cases);
    }
    // A test that fails ends before its attacks are reported, or after something got through.
    if (status !== 'passed' && status !== 'skipped') this.#failed += 1;
  }

  onEnd(): void {
    const families = [...this.#cases].filter(([, cases]) => cases > 0).toSorted(([one], [other]) => one.localeCompare(other));
    if (families.length === 0) return;
    const total = families.reduce((sum, [, cases]) => sum + cases, 0);
    const lines = families.map(([family, cases]) => `  ${family.padEnd(18)} ${String(cases).padStart(6)} cases, 0 through`);
    const failures = this.#failed === 0 ? '' : `; ${this.#failed} tests failed and are not among them`;
    process.stdout.write(`\nattacks on the extension\n${lines.join('\n')}\n  ${total} cases in all${failures}\n`);
  }
}
