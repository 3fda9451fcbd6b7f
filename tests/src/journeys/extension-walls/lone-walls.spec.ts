/** The second wall by itself: an extension that would fetch anything, held by its policy and its manifest. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { askBackground } from '../../testing/bridge.fixture.ts';
import { extensionFolder, launchBrowser } from '../browser.ts';
import { policyHeld } from '../strict-test.ts';
import { appOrigin, backgroundOf, barePage, signIn, test } from './arena.ts';
import { report } from './attack-report.ts';
import { buildWithoutRules, RULES_GONE } from './lone-walls.ts';
import { codeOf, fetchData, type Posted, profileAddress } from './messages.ts';
import { buildExtension, readPackage } from './package-audit.ts';
import { provePage } from './prove-page.ts';
import { redirects } from './redirects.ts';
import { refusedAddresses } from './refused-addresses.ts';

/** As many as the background takes at once. */
const PORTION = 16;

test('E07, E10: an extension without our rules reaches no other host either, because its policy holds alone', async ({
  arena,
  expectComplaints,
}) => {
  expectComplaints(policyHeld);
  const folder = await buildWithoutRules();
  const browser = await launchBrowser(arena.hostRules, appOrigin, [folder]);
  try {
    await signIn(browser.context, arena.session);
    const worker = await backgroundOf(browser.context);
    await worker.evaluate(WITHOUT_PAUSES);
    const page = await browser.context.newPage();
    await page.goto(barePage);
    await provePage(page);
    const ask = async (messages: readonly Posted[]): Promise<readonly string[]> => {
      const codes: string[] = [];
      for (let start = 0; start < messages.length; start += PORTION)
        codes.push(...(await askBackground(page, messages.slice(start, start + PORTION))).map(codeOf));
      return codes;
    };

    const addresses = [...new Set(Object.values(refusedAddresses).flat())].filter((url) => typeof url === 'string');
    const codes = await ask(addresses.map((url) => fetchData(url)));
    expect(await worker.evaluate(`globalThis.${RULES_GONE}`)).toBe(true);
    // The rules are gone: none of ours refused an address for what it is, and those of LinkedIn itself were asked for.
    expect(codes).not.toContain('url_not_allowed');
    expect(arena.linkedIn.control.requestCount()).toBeGreaterThan(0);
    const stopped = Number(await worker.evaluate('globalThis.__stopped'));
    expect(stopped).toBeGreaterThanOrEqual(50);
    expect(arena.arrivals()).toEqual([]);
    report(
      'E07, policy alone',
      addresses.length,
      `${addresses.length} addresses without our rules, ${stopped} stopped by the policy: 0 at the hostile host`,
    );

    const followed = redirects.map(({ status, location }, index) => {
      const identity = `redirected-${index}`;
      const match = new RegExp(`memberIdentity=${identity}(?:&|$)`);
      arena.linkedIn.control.fault({ kind: 'other-host-redirect', match, status, location });
      return fetchData(profileAddress(identity));
    });
    arena.linkedIn.control.clear();
    await ask(followed);
    // Those that lead to LinkedIn's own addresses were followed: the rule against that is gone as well.
    expect(arena.fetched().filter((address) => address.includes('followed=1')).length).toBeGreaterThan(0);
    expect(arena.fetched().filter((address) => address.includes('redirected-'))).toHaveLength(redirects.length);
    expect(arena.arrivals()).toEqual([]);
    report('E10, policy alone', redirects.length, `${redirects.length} redirects without our rules: 0 at the hostile host`);
  } finally {
    await browser.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  }
});

test('neither the build for users nor the one for journeys can be made without our rules', async () => {
  const shipped = join(test.info().outputDir, 'shipped');
  for (const [name, files] of Object.entries({
    'for users': await buildExtension(shipped),
    'for journeys': await readPackage(extensionFolder),
  })) {
    const code = [...files].filter(([path]) => path.endsWith('.js')).map(([, content]) => content.toString('utf8'));
    expect(
      code.filter((text) => text.includes(RULES_GONE) || /redirect:\s*["'`]follow/.test(text)),
      name,
    ).toEqual([]);
    expect(
      code.filter((text) => /redirect:\s*["'`]manual/.test(text)),
      name,
    ).toHaveLength(1);
  }
});

/** Runs in the worker: LinkedIn's refusals of nonsense would otherwise pause everything that comes after them. */
const WITHOUT_PAUSES = `{
  const set = chrome.storage.local.set.bind(chrome.storage.local);
  chrome.storage.local.set = (items) => ('coolDown' in items ? Promise.resolve() : set(items));
  globalThis.__stopped = 0;
  addEventListener('securitypolicyviolation', () => { globalThis.__stopped += 1; });
}`;
