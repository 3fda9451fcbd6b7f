/** Reports the attacks of a test: one line, and a number that the family reporter adds up. */
import { test } from '@playwright/test';

/** What the family reporter reads from an annotation of this type. */
export const ATTACKS = 'attacks';

/**
 * Reports a family once everything was judged: what is reported did not get through.
 * @param family its number, with what sets this part of it apart after a comma @param cases attacks made
 * /
 */
export function report(family: string, cases: number, outcome: string): void {
  test.info().annotations.push({ type: ATTACKS, description: JSON.stringify({ family: family.split(',')[0], cases }) });
  process.stdout.write(`    ${family}: ${outcome}\n`);
}
