/** What keeps a member's LinkedIn account safe, on the screen: the notice, the allowance, going on later; and the tour. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { expect, type Page } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';
import { acceptRisk, addProfiles, openCollector, rowOf } from './collector-steps.ts';

const account = { email: 'sigrid.tvedt@example.com', password: 'linen-and-thread-7' };

test('Nothing is requested from LinkedIn before the notice is accepted; a used-up allowance is shown, and the job continues by itself when there is more', async ({
  journey,
}) => {
  const { page, leadloom } = journey;
  const slugs = openMembers(journey, 3);
  await setCeiling(leadloom.dataDir, 2, 2);
  await onboard(journey);
  await openCollector(page);
  await addProfiles(page, slugs);
  await expect(page.getByText('3 new, 0 already here')).toBeVisible();
  await expect(profilesLeft(page)).toHaveText('2 of 2');

  await test.step('cancelling the notice requests nothing', async () => {
    await page.getByRole('button', { name: 'Start Job' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Start Job' })).toBeEnabled();
    expect(asked(journey)).toEqual([]);
  });

  await test.step('two profiles are downloaded, the third waits', async () => {
    await page.getByRole('button', { name: 'Start Job' }).click();
    await acceptRisk(page);
    await expect(page.getByText(/^2 of 3 · /)).toBeVisible();
    await expect(page.getByText(/^Waiting until .+ Today’s allowance is used up\./)).toBeVisible();
    await expect(page.getByText('Goes on tomorrow while a tab of Leadloom is open', { exact: true })).toBeVisible();
    await expect(page.getByText("1 profile: about 1 day at today's allowance", { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(profilesLeft(page)).toHaveText('0 of 2');
    await expect(page.locator('#allowance').getByText(/^Continues at /)).toBeVisible();
    await expect(rowOf(page, slugs[2] ?? '').getByText('Waiting for its turn.')).toBeVisible();
    expect(new Set(asked(journey)).size).toBe(2);
  });

  await test.step('a reload changes nothing', async () => {
    await page.reload();
    await expect(page.getByText(/^Waiting until /)).toBeVisible();
    await expect(page.getByText(/^2 of 3 · /)).toBeVisible();
    expect(new Set(asked(journey)).size).toBe(2);
  });

  await test.step('another tab shows the job and does not start it a second time', async () => {
    const other = await page.context().newPage();
    await openCollector(other);
    await expect(other.getByText('Another tab of Leadloom is downloading: 2 of 3 downloaded…')).toBeVisible();
    await other.close();
    expect(new Set(asked(journey)).size).toBe(2);
  });

  await test.step('with a higher ceiling the job continues by itself, on another screen, too', async () => {
    await setCeiling(leadloom.dataDir, 3, 5);
    await page.goto('/app/linkedin/people');
    await expect.poll(() => hasOpenJob(page), { timeout: 60_000 }).toBe(false);
    expect(new Set(asked(journey)).size).toBe(3);
    await openCollector(page);
    await expect(page.getByText('3 of 3 downloaded.')).toBeVisible();
    await expect(profilesLeft(page)).toHaveText('2 of 5');
    const requests = journey.linkedIn.control.requests().filter(({ path }) => path.startsWith('/voyager/'));
    const addresses = requests.map(({ path, query }) => `${path}?${query}`);
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
  });
});

test.describe('on a server of others as well', () => {
  test.use({ sharesServer: true });

  test('The tour covers ten areas with arrows, dots and keys, selects their tabs, and Esc ends it', async ({ journey }) => {
    const { page } = journey;
    await onboard(journey, { email: 'sigrid.lund@example.com', password: account.password });
    await openCollector(page);
    const button = page.getByRole('button', { name: 'Start Tour' });
    const card = page.getByRole('dialog');
    const connections = page.getByRole('tab', { name: 'Add from Linkedin Connections' });
    await expect(connections).toHaveAttribute('aria-selected', 'false');

    await button.click();
    await expect(card.getByRole('heading', { name: 'The extension' })).toBeVisible();
    await expect(card).toBeFocused();
    await expect(card.getByRole('button', { name: 'Previous step' })).toBeDisabled();
    await page.keyboard.press('ArrowLeft');
    await expect(card.getByRole('heading', { name: 'The extension' })).toBeVisible();

    const titles = [
      'Your LinkedIn sign-in',
      'Profiles you know',
      'Your connections',
      'A people search',
      'The list',
      'Downloading',
      'What is left today',
      'Your data',
      'How LinkedIn answers',
    ];
    for (const title of titles) {
      await page.keyboard.press('ArrowRight');
      await expect(card.getByRole('heading', { name: title })).toBeVisible();
      if (title === 'Your connections') await expect(connections).toHaveAttribute('aria-selected', 'true');
      await expect(card).toBeInViewport({ ratio: 0.99 });
      expect((await card.boundingBox())?.width).toBeLessThanOrEqual(353);
    }
    await expect(card.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await page.keyboard.press('ArrowRight');
    await expect(card.getByRole('heading', { name: 'How LinkedIn answers' })).toBeVisible();

    await card.getByRole('button', { name: 'Previous step' }).click();
    await expect(card.getByRole('heading', { name: 'Your data' })).toBeVisible();
    await card.getByRole('button', { name: 'Step 6 of 10: The list' }).click();
    await expect(card.getByRole('heading', { name: 'The list' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    await card.getByRole('button', { name: 'Close tour' }).click();
    await expect(card).toBeHidden();
  });
});

/** A verified, onboarded account that is signed in here and on LinkedIn. */
async function onboard(journey: Journey, person = account): Promise<void> {
  const { page, signInToLinkedIn } = journey;
  await becomeMember(journey, person);
  await callApi(page, { method: 'POST', path: '/linkedin/onboarding', body: { completed: true } });
  await signInToLinkedIn();
}

/** As the operator does it: a catalogue in the data directory, with a version of its own. */
async function setCeiling(dataDir: string, version: number, profiles: number): Promise<void> {
  await writeFile(
    join(dataDir, 'linkedin-catalogue.json'),
    JSON.stringify({ ...defaultCatalogue, version, limits: { profiles } }),
  );
}

/** Every tab of the browser knows it by a note. */
function hasOpenJob(page: Page): Promise<boolean> {
  return page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('leadloom-collector-job-')));
}

function openMembers({ linkedIn }: Journey, count: number): readonly string[] {
  const members = Array.from({ length: linkedIn.control.memberCount }, (_, index) => linkedIn.control.member(index));
  return members
    .filter(({ access, distance }) => access === 'open' && distance !== 'out')
    .slice(0, count)
    .map(({ slug }) => slug);
}

/** The members LinkedIn was asked for, by what their address names. */
function asked({ linkedIn }: Journey): readonly string[] {
  return linkedIn.control
    .requests()
    .filter(({ path, query }) => path.startsWith('/voyager/') && query.includes('FullProfileWithEntities'))
    .map(({ query }) => query);
}

function profilesLeft(page: Page) {
  return page
    .locator('#allowance')
    .getByText(/^\d+ of \d+$/)
    .first();
}
