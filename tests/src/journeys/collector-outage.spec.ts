/** What a person sees when LinkedIn cannot be reached, or answers a profile only in part. */
import { expect, type Page } from '@playwright/test';
import { startLinkedInStandIn } from '../stand-ins/linkedin/server.ts';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { becomeCollector } from './become-collector.ts';
import { addProfiles, openCollector, rowOf } from './collector-steps.ts';
import { ONLY_IN_FULL } from './thorough.ts';

const account = { email: 'sigrid.nerland@example.com', password: 'linen-and-thread-7' };
const other = { email: 'tora.myhre@example.com', password: 'linen-and-thread-8' };
const UNREACHED = 'LinkedIn cannot be reached. Nothing was charged to your allowance.';

test.use({ sharesServer: true });

test(
  'A job reports within ten seconds that LinkedIn cannot be reached, uses none of the allowance, and continues when LinkedIn is back',
  ONLY_IN_FULL,
  async ({ journey }) => {
    const { page, linkedIn, signInToLinkedIn } = journey;
    await becomeCollector(journey, account);
    await signInToLinkedIn();
    await openCollector(page);
    await addProfiles(
      page,
      members(journey, ({ groups }) => groups.length > 0)
        .slice(0, 2)
        .map(({ slug }) => slug),
    );
    const left = await profilesLeft(page).textContent();
    await linkedIn.close();

    await test.step('the outage is shown, and none of the allowance is used', async () => {
      await page.getByRole('button', { name: 'Start Job' }).click();
      await expect(page.getByText(UNREACHED, { exact: true })).toBeVisible({ timeout: 10_000 });
      await expect(page.getByText(/^0 of 2 · /)).toBeVisible();
      await expect(profilesLeft(page)).toHaveText(left ?? '');
    });

    await test.step('another try changes nothing', async () => {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText(UNREACHED, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(profilesLeft(page)).toHaveText(left ?? '');
    });

    await test.step('a reload changes nothing either', async () => {
      await page.reload();
      await expect(page.getByText(UNREACHED, { exact: true })).toBeVisible();
      await expect(profilesLeft(page)).toHaveText(left ?? '');
    });

    const back = await startLinkedInStandIn({ memberCount: 200, locale: 'en_US', port: linkedIn.port });
    try {
      await test.step('the job continues by itself when LinkedIn is back', async () => {
        await signInToLinkedIn();
        await expect(page.getByText('2 of 2 downloaded.')).toBeVisible({ timeout: 90_000 });
        await expect(page.getByText(UNREACHED)).toBeHidden();
        await expect(profilesLeft(page)).not.toHaveText(left ?? '');
      });
    } finally {
      await back.close();
    }
  },
);

test('A profile is downloaded once its email and later roles are stored; until then its row says what is missing, and its roles are in LinkedIn’s order', async ({
  journey,
}) => {
  const { page, linkedIn, signInToLinkedIn } = journey;
  await becomeCollector(journey, other);
  await signInToLinkedIn();
  await openCollector(page);
  const [member] = members(journey, ({ groups, contact }) => groups.length > 12 && contact?.email != null);
  if (member === undefined) throw new Error('no member of the stand-in has so many employers');
  await addProfiles(page, [member.slug]);
  const row = rowOf(page, member.slug);

  await test.step('later roles that cannot be read leave the row incomplete', async () => {
    const lift = linkedIn.control.fault({
      kind: 'server-error',
      match: /ProfileComponents|dash\/profile(?:Positions|Educations)/,
    });
    await page.getByRole('button', { name: 'Start Job' }).click();
    await expect(
      row.getByText('Stored, but its email or later roles could not be read yet. Retry to complete it.'),
    ).toBeVisible();
    await expect(row.getByText('No', { exact: true })).toBeVisible();
    await expect(row.getByText('ok', { exact: true })).toBeHidden();
    lift();
  });

  await test.step('a reload loses none of it', async () => {
    await page.reload();
    await expect(
      row.getByText('Stored, but its email or later roles could not be read yet. Retry to complete it.'),
    ).toBeVisible();
    await expect(row.getByText('No', { exact: true })).toBeVisible();
  });

  await test.step('the row is completed without requesting the rest again', async () => {
    const before = linkedIn.control.requestCount();
    await page.getByRole('button', { name: `Retry ${member.slug}` }).click();
    await expect(row.getByText('ok', { exact: true })).toBeVisible();
    await expect(row.getByText('Yes', { exact: true })).toBeVisible();
    const asked = linkedIn.control.requests().slice(before);
    expect(asked.some(({ query }) => query.includes('FullProfileWithEntities'))).toBe(false);
  });

  await test.step('the roles are in LinkedIn’s order, the current one first', async () => {
    await page.getByRole('link', { name: `Details of ${member.slug}` }).click();
    const titles = member.groups.flatMap(({ roles }) => roles.map(({ title }) => title));
    await expect(page.getByText('Experiences', { exact: true })).toBeVisible();
    const shown = (await page.locator('main').textContent()) ?? '';
    let place = -1;
    for (const title of titles) {
      const next = shown.indexOf(title, place + 1);
      expect(next, `${title} after the one before it`).toBeGreaterThan(place);
      place = next;
    }
  });
});

type StandInMember = ReturnType<Journey['linkedIn']['control']['member']>;

function members({ linkedIn }: Journey, isMatch: (member: StandInMember) => boolean): readonly StandInMember[] {
  return Array.from({ length: linkedIn.control.memberCount }, (_, index) => linkedIn.control.member(index)).filter(
    (member) => member.access === 'open' && member.distance !== 'out' && isMatch(member),
  );
}

function profilesLeft(page: Page) {
  return page
    .locator('#allowance')
    .getByText(/^[\d,]+ of [\d,]+$/)
    .first();
}
