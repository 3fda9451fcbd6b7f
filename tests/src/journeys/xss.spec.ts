/**
 * Hostile texts in every column and field of every screen. What the server stores goes through the real one
 * and the real extension; what it would never store is put into its answers on the way to the browser.
 */
import { expect, type Page } from '@playwright/test';
import { aSubscriber, ORIGIN } from '../../faults/spa/answers.ts';
import type { Answers } from '../../faults/spa/api-stub.ts';
import { isVisible, openStage, type Stage, textOf, until } from '../../faults/spa/stage.ts';
import { openBrowserFixture } from '../../faults/testing/browser.fixture.ts';
import { test } from '../testing/journey.fixture.ts';
import { fillProfile, register, signIn, verifyByMail } from './account-steps.ts';
import { test as base } from './strict-test.ts';
import { createDamageReport } from './xss/damage-report.ts';
import { hostileScreens } from './xss/hostile-screens.ts';
import { type Damage, type PageWatch, textOfDocument, watchPage, withoutControls } from './xss/page-watch.ts';
import { addresses, payloads } from './xss/payloads.ts';
import { collectMember, leaveMail, readableMembers, signInCalling } from './xss/stored-texts.ts';

const CARELESS_PAGE = `<!doctype html><img src=https://evil.example/x.png onerror="top.hit(1)"><script>top.hit(1); alert(1)</script>
<a href="javascript:top.hit(1)">x</a><a href="https://evil.example/" target="_blank" rel="opener">y</a>`;
const TEXTS_PER_MEMBER = 15;
const TEXTS_PER_MAIL = 30;
/** A person may not sign in more often in a row. */
const USER_AGENTS = 4;

test.describe.configure({ mode: 'parallel' });

base('Hostile texts in the server’s answers stay texts on every screen', async () => {
  base.setTimeout(400_000);
  const journey = await openBrowserFixture();
  const report = createDamageReport();
  const columns = new Set<string>();
  let placed = 0;
  try {
    for (const screen of hostileScreens) {
      /** What the answers hold now. */
      const texts: string[] = [];
      let stage: Stage | null = null;
      let watch: PageWatch | null = null;
      for (const [opening, group] of groupsOf(screen.texts ?? payloads, screen.perOpening).entries()) {
        texts.splice(0, texts.length, ...group);
        const answers = screen.answers(texts);
        for (const column of columnsOf(answers, texts)) columns.add(column);
        placed += texts.length;
        if (stage === null || watch === null) {
          stage = await openStage(journey, { visitor: screen.visitor, answers });
          watch = await watchPage(stage.page, [ORIGIN]);
          await stage.page.goto(screen.path);
        } else await goInApp(stage.page, screen.pathOf?.(opening) ?? screen.path);
        const { page } = stage;
        const { ready } = screen;
        const mark = typeof ready === 'function' ? ready(opening) : ready;
        if (!(await until(page, () => isVisible(page, mark)))) throw new Error(`${screen.name}: ${await textOf(page)}`);
        await screen.act?.(page);
        report.missing(screen.name, await missingOf(page, texts));
        report.add(screen.name, await watch.look());
        if (screen.pathOf !== undefined) continue;
        await stage.close();
        report.missing(`${screen.name}, unplanned`, stage.uncaught);
        stage = null;
      }
      await stage?.close();
      report.missing(`${screen.name}, unplanned`, stage?.uncaught ?? []);
    }
  } finally {
    await journey.close();
  }
  report.conclude(
    `hostile answers: ${payloads.length} texts, ${hostileScreens.length} screens, ${columns.size} columns, ${placed} placings`,
  );
});

test('Stored hostile texts stay texts: of members, of the account, of browsers that signed in, in mails and in the sandbox’s checkout', async ({
  journey,
}) => {
  test.setTimeout(300_000);
  const { page } = journey;
  const report = createDamageReport();
  const watch = await watchPage(page, [ORIGIN, 'https://media.licdn.com']);
  const look = async (where: string, texts: readonly string[]): Promise<void> => {
    await expect.poll(() => missingNow(page, texts), `shown by ${where}`).toEqual([]);
    report.add(where, await watch.look());
  };
  const open = async (path: string, ready: string | RegExp, texts: readonly string[]): Promise<void> => {
    await page.goto(path);
    await expect(page.getByText(ready).first()).toBeVisible();
    await look(path, texts);
  };
  // As hostile as an address may be.
  const person = { email: "a'onfocus=top.hit{{7*7}}$%7b&lt#/*@example.com", password: 'loom-and-weft-8' };
  const [name = '', company = '', ...address] = payloads.filter((text) => text.length < 60);
  let members = 0;

  await test.step('an account with a hostile address and profile', async () => {
    await register(page, person);
    await verifyByMail(page, person.email);
    await signIn(page, person);
    await open('/app/dashboard', 'Welcome back', [person.email]);
    await page.goto('/app/profile');
    await fillProfile(page);
    await page.getByLabel('Person Name').fill(name);
    await page.getByLabel('Company Name').fill(company);
    await page.getByLabel('Address').fill(address.slice(0, 8).join(' '));
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Profile info updated correctly.')).toBeVisible();
    await open('/app/profile', 'Person Name', [name, company, ...address.slice(0, 8)]);
  });

  await test.step('browsers with hostile names', async () => {
    const names = payloads.filter((text) => /^[\x20-\x7e]+$/.test(text)).slice(0, USER_AGENTS);
    for (const userAgent of names) await signInCalling(journey, person, `Firefox/ ${userAgent}`);
    await open('/app/account', 'End all others', [person.email]);
  });

  await test.step('the sandbox’s checkout, portal and invoice', async () => {
    await page.goto('/app/payment');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Test money only.')).toBeVisible();
    await look('/sandbox/checkout', [person.email]);
    await page.getByRole('button', { name: 'Pay with test money' }).click();
    await expect(page.getByText('Your plan: Pro.')).toBeVisible();
    await open('/sandbox/portal', 'Customer portal', []);
    await page.locator('a[href^="/sandbox/invoices/"]').first().click();
    await expect(page.getByRole('heading', { name: /^Invoice / })).toBeVisible();
    await look('/sandbox/invoices', [person.email]);
    await open('/app/invoices', /^Invoice of/, []);
  });

  await test.step('members with hostile texts in their profiles', async () => {
    await page.goto('/app/linkedin/onboarding');
    for (const check of ['Check Extension', 'Check Cookies']) {
      if (check === 'Check Cookies') await journey.signInToLinkedIn();
      await page.getByRole('button', { name: check }).click();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('button', { name: 'Finish' }).click();
    const groups = groupsOf(payloads, TEXTS_PER_MEMBER);
    for (const [number, index] of readableMembers(journey, groups.length).entries()) {
      const texts = groups[number] ?? [];
      await open('/app/linkedin/collector', 'Leadloom Extension installed', []);
      const path = await collectMember(journey, index, texts);
      await look('/app/linkedin/collector', []);
      await open(path, 'Experiences', texts);
      members += 1;
    }
    expect(members).toBe(groups.length);
  });

  await test.step('mails', async () => {
    for (const texts of groupsOf(payloads, TEXTS_PER_MAIL)) await leaveMail(journey, texts);
    await open('/outbox', 'Outbox', [person.email]);
    const mails = await page.locator('a.mail').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const mail of mails) {
      await open(mail, 'HTML', []);
      // The part by itself, as its frame shows it.
      await page.goto(`${mail}/html`);
      await look(`${mail}/html`, []);
    }
  });

  report.conclude(`stored hostile texts: ${payloads.length} texts, ${members} members, ${USER_AGENTS} browsers`);
});

base('The app goes to no address that is no web page, whoever sent it', async () => {
  base.setTimeout(120_000);
  const journey = await openBrowserFixture();
  const report = createDamageReport();
  const wrong = addresses.filter((address) => !address.trim().startsWith('https:'));
  let sent = '';
  const stage = await openStage(journey, {
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
    await journey.close();
  }
  report.conclude(`addresses to go to: ${wrong.length}`);
});

base('The watch over hostile texts notices what a careless page lets happen', async ({ expectComplaints }) => {
  expectComplaints(/^console at [^ ]*\/careless[: ]/);
  const journey = await openBrowserFixture();
  const { context } = journey;
  const page = await context.newPage();
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
    await journey.close();
  }
});

function groupsOf(texts: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, group) => texts.slice(group * size, (group + 1) * size));
}

/** As a link does: the document stays. */
async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The texts a page does not show although it was given them, after the time a press may take to be answered. */
async function missingOf(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  let missing: readonly string[] = texts;
  await until(page, async () => {
    missing = await missingNow(page, texts);
    return missing.length === 0;
  });
  return missing;
}

async function missingNow(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  const shown = await textOfDocument(page);
  return texts.filter((text) => !shown.includes(withoutControls(text).trim()));
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
