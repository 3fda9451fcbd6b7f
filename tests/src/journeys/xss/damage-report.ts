/** Counts the hostile texts that were placed and seen, and their effects. */
import { expect } from '@playwright/test';
import type { Damage } from './page-watch.ts';

const nothing = {
  dialogs: 0,
  scriptRuns: 0,
  policyReports: 0,
  foreignMarkup: 0,
  badAddresses: 0,
  openers: 0,
  strayRequests: 0,
};
type Sums = Record<keyof typeof nothing, number>;

export interface DamageReport {
  readonly add: (where: string, damage: Damage) => void;
  /** Texts that should be on a screen and are not: a place where nothing is shown proves nothing. */
  readonly missing: (where: string, texts: readonly string[]) => void;
  /** Prints one line; fails when there was anything. @param placed what the line begins with */
  readonly conclude: (placed: string) => void;
}

export function createDamageReport(): DamageReport {
  const sums: Sums = { ...nothing };
  const found: string[] = [];
  let looks = 0;

  function note(where: string, kind: keyof Sums, list: readonly string[]): void {
    sums[kind] += list.length;
    found.push(...list.map((each) => `${where}: ${kind}: ${each}`));
  }

  return {
    add: (where, { scriptRuns, ...lists }) => {
      looks += 1;
      // The count is not a number where the page was not watched, which is as bad.
      if (scriptRuns !== 0) found.push(`${where}: ${scriptRuns} script runs`);
      sums.scriptRuns += scriptRuns;
      note(where, 'dialogs', lists.dialogs);
      note(where, 'policyReports', lists.policyReports);
      note(where, 'foreignMarkup', lists.foreignMarkup);
      note(where, 'badAddresses', lists.badAddresses);
      note(where, 'openers', lists.openers);
      note(where, 'strayRequests', lists.strayRequests);
    },
    missing: (where, texts) => {
      found.push(...texts.map((text) => `${where}: not shown: ${JSON.stringify(text)}`));
    },
    conclude: (placed) => {
      console.log(
        `${placed}, ${looks} looks: ${sums.dialogs} dialogs, ${sums.scriptRuns} script runs, ${sums.policyReports} policy reports, ` +
          `${sums.foreignMarkup} foreign elements, ${sums.badAddresses} non-http addresses, ${sums.openers} links without noopener, ` +
          `${sums.strayRequests} stray requests`,
      );
      expect(found).toEqual([]);
    },
  };
}
