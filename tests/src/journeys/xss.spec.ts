/**
 * Hostile texts in every column and field of every screen: what the server would never store is put into its answers on the
 * way to the browser. What it stores is in xss-stored.spec.ts. Where a screen is to be opened for each address, it is opened for
 * some of them, and in `pnpm faults` for all.
 */
import { expect, type Page } from '@playwright/test';
import { aSubscriber, ORIGIN } from '../../faults/spa/answers.ts';
import type { Answers } from '../../faults/spa/api-stub.ts';
import { isVisible, openStage, textOf, until } from '../../faults/spa/stage.ts';
import { test } from '../testing/journey.fixture.ts';
import { goInApp } from './go-in-app.ts';
import { isThorough } from './thorough.ts';
import { createDamageReport } from './xss/damage-report.ts';
import { hostileScreens } from './xss/hostile-screens.ts';
import { type Damage, missingNow, watchPage } from './xss/page-watch.ts';
import { addresses, groupsOf, payloads } from './xss/payloads.ts';

const MOST_OPENINGS = 4;
const CARELESS_PAGE = `<!doctype html><img src=https://evil.example/x.png onerror="top.hit(1)"><script>top.hit(1); alert(1)</script>
<a href="javascript:top.hit(1)">x</a><a href="https://evil.example/" target="_blank" rel="opener">y</a>`;

test('Hostile texts in the server’s answers stay texts on every screen', async ({ stageParts }) => {
  test.setTimeout(400_000);
  const report = createDamageReport();
  const columns = new Set<string>();
  let placed = 0;
  for (const [visitor, screens] of Map.groupBy(hostileScreens, (screen) => screen.visitor)) {
    // One page for all of them: a document is loaded sooner where another of the app was.
    const stage = await openStage(stageParts, { visitor, answers: {} });
    const { page, uncaught } = stage;
    const watch = await watchPage(page, [ORIGIN]);
    for (const screen of screens) {
      const uncaughtBefore = uncaught.length;
      const groups = groupsOf(screen.texts ?? payloads, screen.perOpening);
      const step = isThorough() ? 1 : Math.ceil(groups.length / MOST_OPENINGS);
      for (const [opening, texts] of groups.entries()) {
        if (opening % step !== 0) continue;
        const answers = screen.answers(texts);
        for (const column of columnsOf(answers, texts)) columns.add(column);
        placed += texts.length;
        stage.answer(answers);
        if (screen.pathOf !== undefined && opening > 0) await goInApp(page, screen.pathOf(opening));
        else await page.goto(screen.path);
        const { ready } = screen;
        const mark = typeof ready === 'function' ? ready(opening) : ready;
        if (!(await until(page, () => isVisible(page, mark)))) throw new Error(`${screen.name}: ${await textOf(page)}`);
        await screen.act?.(page);
        report.missing(screen.name, await missingOf(page, texts));
        report.add(screen.name, await watch.look());
      }
      report.missing(`${screen.name}, unplanned`, uncaught.slice(uncaughtBefore));
    }
    const uncaughtBefore = uncaught.length;
    await stage.close();
    report.missing(`for ${visitor}, unplanned`, uncaught.slice(uncaughtBefore));
  }
  report.conclude(
    `hostile answers: ${payloads.length} texts, ${hostileScreens.length} screens, ${columns.size} columns, ${placed} placings`,
  );
});

test('The app goes to no address that is no web page, whoever sent it', async ({ stageParts }) => {
  test.setTimeout(120_000);
  const report = createDamageReport();
  const wrong = addresses.filter((address) => !address.trim().startsWith('https:'));
  let sent = '';
  const stage = await openStage(stageParts, {
    visitor: 'member',
    answers: {
      me: () => aSubscriber(),
      openPortal: () => ({ url: sent }),
    },
  });
  const { page, api, uncaught } = stage;
  const watch = await watchPage(page, [ORIGIN]);
  try {
    await page.goto('/app/payment');
    for (const address of wrong) {
      sent = address;
      await page.getByRole('button', { name: 'Payment details' }).click();
      await expect(page.getByText('The payment provider sent an address that cannot be opened.')).toBeVisible();
      expect(page.url()).toBe(`${ORIGIN}/app/payment`);
    }
    await expect.poll(() => api.arrivals('openPortal')).toBe(wrong.length);
    report.add('/app/payment', await watch.look());
    expect(uncaught).toEqual([]);
  } finally {
    await stage.close();
  }
  report.conclude(`addresses to go to: ${wrong.length}`);
});

test('The watch over hostile texts notices what a careless page lets happen', async ({ stageParts, expectComplaints }) => {
  expectComplaints(/^console at [^ ]*\/careless[: ]/);
  const page = await stageParts.context.newPage();
  const watch = await watchPage(page, [ORIGIN]);
  const careless = async (policy: string): Promise<Damage> => {
    await page.route('**/careless', (route) =>
      route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body: CARELESS_PAGE }),
    );
    await page.goto('/careless');
    await page.unroute('**/careless');
    return watch.look();
  };
  try {
    const open = await careless('');
    expect(open.scriptRuns).toBeGreaterThan(0);
    for (const kind of ['dialogs', 'foreignMarkup', 'badAddresses', 'openers', 'strayRequests'] as const)
      expect(open[kind], kind).not.toEqual([]);
    const guarded = await careless("script-src 'self'; img-src 'self'");
    expect(guarded.scriptRuns).toBe(0);
    expect(guarded.policyReports).not.toEqual([]);
  } finally {
    await page.close();
  }
});

/** The texts a page does not show although it was given them, after the time a press may take to be answered. */
async function missingOf(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  let missing: readonly string[] = texts;
  await until(page, async () => {
    missing = await missingNow(page, texts);
    return missing.length === 0;
  });
  return missing;
}

/** Where in the answers the texts stand: `listInvoices[].invoice_url`. */
function columnsOf(answers: Answers, texts: readonly string[]): readonly string[] {
  return Object.entries(answers).flatMap(([row, answer]) => {
    try {
      return pathsWith(answer({ body: null }), texts, row);
    } catch {
      // A refusal; its one column is the sentence.
      return [`${row} refused`];
    }
  });
}

function pathsWith(value: unknown, texts: readonly string[], path: string): string[] {
  if (typeof value === 'string') return texts.some((text) => value.includes(text)) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pathsWith(each, texts, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => pathsWith(each, texts, `${path}.${name}`));
}
