/**
 * The check of how LinkedIn answers: from the wizard's last step to the operator's console. It takes more than a minute,
 * because it asks LinkedIn every five seconds.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember } from './account-shortcuts.ts';
import { acceptRisk } from './collector-steps.ts';
import { turnOnSecondFactor } from './operator-steps.ts';
import { ONLY_IN_FULL } from './thorough.ts';

const operator = { email: 'ada@operators.example', password: 'bobbin-and-heddle-4' };
const CHECK = 'Check how LinkedIn answers';

test.use({ settings: { OPERATORS: operator.email } });
test.setTimeout(240_000);

test(
  'The wizard checks how LinkedIn answers, says a fallback and a difference, the report is copied, and the console shows it',
  ONLY_IN_FULL,
  async ({ journey }) => {
    const { page, linkedIn, leadloom, signInToLinkedIn } = journey;
    const [first, second] = defaultCatalogue.profile.map(({ decorationId }) => decorationId);
    const withoutCounts = 'com.linkedin.voyager.dash.deco.identity.profile.WebTopCardCore-19';
    const catalogue = {
      ...defaultCatalogue,
      version: defaultCatalogue.version + 1,
      topCard: [{ kind: 'rest', decorationId: withoutCounts, capturedAt: '2026-10-02' }],
    };
    await writeFile(join(leadloom.dataDir, 'linkedin-catalogue.json'), JSON.stringify(catalogue));
    linkedIn.control.retire(first ?? '');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(leadloom.publicUrl).origin });
    await becomeMember(journey, operator);
    await signInToLinkedIn();
    const panel = page.getByRole('region', { name: 'How LinkedIn answers' });
    const lines = panel.getByRole('list', { name: 'Lines of the check' }).getByRole('listitem');
    const asked = () => linkedIn.control.requests().filter(({ path }) => path.startsWith('/voyager/'));

    await test.step('the last step of the wizard offers it and says what it counts as', async () => {
      await openCheck(page);
      await expect(panel.getByText(/That counts as 1 profile, 3 search pages and /)).toBeVisible();
      await expect(panel.getByRole('checkbox', { name: 'Tell the operator' })).toBeChecked();
      expect(asked()).toEqual([]);
    });

    await test.step('it asks nothing before the notice of a job is accepted', async () => {
      await panel.getByRole('button', { name: CHECK }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(asked()).toEqual([]);
      await acceptRisk(page);
    });

    await test.step('a second tab that starts it at the same time waits, says why it does not start, and asks nothing', async () => {
      const second = await page.context().newPage();
      await openCheck(second);
      const other = second.getByRole('region', { name: 'How LinkedIn answers' });
      await other.getByRole('button', { name: CHECK }).click();
      await expect(other.getByText('Waiting for other LinkedIn work to finish…')).toBeVisible();
      await expect(other.getByText(/^Other LinkedIn work is running, here or in another tab\./)).toBeVisible();
      await second.close();
    });

    await test.step('twelve lines, one by a fallback and one different', async () => {
      await expect(panel.getByText(/^\d+ of 12 are understood\. A fallback was needed for: Your profile\.$/)).toBeVisible({
        timeout: 150_000,
      });
      await expect(lines).toHaveCount(12);
      await expect(lines.nth(0)).toContainText('understood');
      await expect(lines.nth(1)).toContainText('understood, by a fallback');
      await expect(lines.nth(1)).toContainText('FullProfileWithEntities-93, was refused with 400');
      await expect(lines.nth(2)).toContainText('answers, but differently');
      await expect(lines.nth(2)).toContainText('without counts, WebTopCardCore-19');
      for (const other of [3, 4, 5, 6, 7, 8, 9, 10, 11]) await expect(lines.nth(other)).toContainText('understood');
      for (const way of ['REST', 'GraphQL']) await expect(lines.nth(9)).toContainText(`${way}: understood`);
      expect(linkedIn.control.countsByMember().size).toBe(1);
      expect(asked().filter(({ path }) => path.endsWith('/me'))).toHaveLength(1);
    });

    await test.step('the report is copied, without anybody in it', async () => {
      await panel.getByRole('button', { name: 'Copy the report' }).click();
      await expect(panel.getByRole('button', { name: 'Copied!' })).toBeVisible();
      const report = await page.evaluate(() => navigator.clipboard.readText());
      expect(report).toContain(`profile\trefused\t${first}\t400\t`);
      expect(report).toContain(`profile\tunderstood\t${second}\t\t`);
      expect(report).toContain(`topCard\tanswers, but differently\t${withoutCounts}\t\tcounts`);
      const viewer = linkedIn.control.viewer();
      for (const text of [viewer.slug, viewer.id, viewer.firstName, viewer.lastName]) expect(report).not.toContain(text);
      expect(await journey.findSecretLeaks()).toEqual([]);
    });

    await test.step('the console shows the operator which id died today, and what to write', async () => {
      await turnOnSecondFactor(page, operator.password);
      await page.goto('/app/operator/linkedin-answers');
      const table = page.getByRole('table', { name: 'What LinkedIn answers' });
      await expect(table.getByRole('row').filter({ hasText: first ?? '' })).toContainText(/001/);
      await expect(table.getByRole('row').filter({ hasText: second ?? '' })).toContainText(/100/);
      await expect(
        page.getByText(new RegExp(`^profile, ${first}: failed on .* Put ${second} before it in “profile”\\.$`)),
      ).toBeVisible();
      await expect(
        page.getByText(/^topCard, .*WebTopCardCore-19: failed on .* No other id of “topCard” is understood/),
      ).toBeVisible();
    });
  },
);

/** The panel of the check, in the wizard's last step. */
async function openCheck(page: Page): Promise<void> {
  await page.goto('/app/linkedin/onboarding');
  await page.getByRole('button', { name: 'Check Extension' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Check Cookies' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: CHECK }).click();
}
