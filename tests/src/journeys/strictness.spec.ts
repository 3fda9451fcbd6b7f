import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { takeComplaints } from './complaints.ts';
import { backgroundOf } from './extension-walls/arena.ts';
import { ONLY_IN_FULL } from './thorough.ts';

/** Nobody answers there, and no policy of ours allows it. */
const ELSEWHERE = "fetch('https://nowhere.example/').catch(() => undefined);";

const MISHAPS = `
  setTimeout(() => { throw new Error('nobody caught this') });
  void Promise.reject(new Error('nobody awaited this'));
  ${ELSEWHERE}
  console.error('the app said this');
`;

test.use({ sharesServer: true });

test(
  'Any error in a browser fails its journey: on a page, in the popup, and in the extension’s worker',
  ONLY_IN_FULL,
  async ({ journey }) => {
    const { page } = journey;
    const context = page.context();
    const worker = await backgroundOf(context);
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${new URL(worker.url()).host}/src/popup/popup.html`);
    await page.goto('/app/login');
    takeComplaints();

    for (const [place, run] of [
      ['/app/login', () => page.evaluate(MISHAPS)],
      ['/popup.html', () => popup.evaluate(MISHAPS)],
      ['/service-worker-loader.js', () => worker.evaluate(`{${MISHAPS}}`)],
    ] as const) {
      await run();
      const heard: string[] = [];
      for (const words of ['nobody caught this', 'nobody awaited this', 'policy breached: connect-src', 'the app said this'])
        await expect
          .poll(
            () => heard.push(...takeComplaints()) && heard.some((line) => line.includes(place) && line.includes(words)),
            words,
          )
          .toBe(true);
    }

    // On a page written by HTML from a text, as a library might.
    await page
      .evaluate("document.body.append(document.createElement('p')); document.querySelector('p').innerHTML = 'x'")
      .catch(() => undefined);
    await expect.poll(() => takeComplaints().some((line) => line.includes('require-trusted-types-for'))).toBe(true);

    // An answer that refuses is none.
    takeComplaints();
    await page.evaluate("fetch('/api/v1/me').then(() => console.error('afterwards'))");
    await expect.poll(() => takeComplaints()).toEqual([expect.stringContaining('afterwards')]);
  },
);
