/** The base of every journey: any browser complaint that the journey does not expect fails it. */
import { test as base } from '@playwright/test';
import { takeComplaints } from './complaints.ts';

/**
 * The patterns of complaints, for a journey that provokes them. Each is compared with the whole complaint, which says its
 * kind and where it comes from.
 */
type ExpectComplaints = (...patterns: readonly RegExp[]) => void;

interface Strictness {
  readonly expectComplaints: ExpectComplaints;
}

/** What an attack on a page's or the extension's content security policy leaves behind where the policy holds. */
export const policyHeld = /: (?:policy breached: |.*Content Security Policy)/;

/** What a failing request leaves behind: the browser's own line, and those the app writes of it, which its tests judge. */
export const requestsFailed: readonly RegExp[] = [/: Failed to load resource: /, /: \[leadloom\] /];

export const test = base.extend<Strictness>({
  expectComplaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
    async ({}, use, testInfo) => {
      const expected: RegExp[] = [];
      takeComplaints();
      await use((...patterns) => expected.push(...patterns));
      const unexpected = takeComplaints().filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
      if (unexpected.length > 0 && testInfo.status === testInfo.expectedStatus)
        throw new Error(`the browser complained:\n${[...new Set(unexpected)].join('\n')}`);
    },
    { auto: true },
  ],
});
