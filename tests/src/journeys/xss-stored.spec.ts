/**
 * Hostile texts that the server stores, by the ways on which they come: through the real server and the real extension. That
 * all of them stay texts in the profiles of members is in extension-walls/shown-texts.spec.ts; here one member has some of them,
 * and in `pnpm faults` all are placed.
 */
import { expect, type Page } from '@playwright/test';
import { ORIGIN } from '../../faults/spa/answers.ts';
import { test } from '../testing/journey.fixture.ts';
import { fillProfile, openLine, register, signIn, verifyByMail } from './account-steps.ts';
import { goInApp } from './go-in-app.ts';
import { isThorough } from './thorough.ts';
import { createDamageReport } from './xss/damage-report.ts';
import { missingNow, watchPage } from './xss/page-watch.ts';
import { groupsOf, payloads } from './xss/payloads.ts';
import { collectMember, leaveMail, readableMembers, signInCalling } from './xss/stored-texts.ts';

const TEXTS_PER_MEMBER = 15;
const TEXTS_PER_MAIL = 30;
/** One function writes all mails: each third group of texts has markup or addresses. */
const EVERY_MAIL = 3;
/** A person may not sign in more often in a row. */
const USER_AGENTS = 4;

const openByAddress = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
};

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
  const open = async (path: string, ready: string | RegExp, texts: readonly string[], go = openByAddress): Promise<void> => {
    await go(page, path);
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
    await open('/app/dashboard', 'Welcome back', [person.email], goInApp);
    await goInApp(page, '/app/profile');
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
    await goInApp(page, '/app/account');
    await openLine(page, 'Sessions');
    await expect(page.getByText('End all others')).toBeVisible();
    await look('/app/account', [person.email]);
  });

  await test.step('the sandbox’s checkout, portal and invoice', async () => {
    await goInApp(page, '/app/payment');
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
    const all = groupsOf(payloads, TEXTS_PER_MEMBER);
    const groups = isThorough() ? all : all.slice(0, 1);
    for (const [number, index] of readableMembers(journey, groups.length).entries()) {
      const texts = groups[number] ?? [];
      await open('/app/linkedin/collector', 'Leadloom Extension installed', [], goInApp);
      const path = await collectMember(journey, index, texts);
      await look('/app/linkedin/collector', []);
      await open(path, 'Experiences', texts, goInApp);
      members += 1;
    }
    expect(members).toBe(groups.length);
  });

  await test.step('mails', async () => {
    const all = groupsOf(payloads, TEXTS_PER_MAIL);
    for (const texts of all.filter((_, at) => isThorough() || at % EVERY_MAIL === 0)) await leaveMail(journey, texts);
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
