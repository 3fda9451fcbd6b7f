/** A session that LinkedIn ends while profiles are downloaded, and one whose cookie belongs to all of linkedin.com. */
import { expect } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { becomeCollector } from './become-collector.ts';
import { addProfiles, openCollector, rowOf } from './collector-steps.ts';

const account = { email: 'ragna.eide@example.com', password: 'linen-and-thread-9' };
const ENDED = 'LinkedIn has signed you out, so the download has stopped. Sign in in another tab, then start the job again.';

test.use({ sharesServer: true });

test('When LinkedIn ends the session in the middle of a job, the job stops at once, says so, and continues without loss after signing in', async ({
  journey,
}) => {
  const { page, linkedIn } = journey;
  const [first = '', second = '', third = ''] = openMembers(journey, 3);
  await becomeCollector(journey, account);
  await journey.signInToLinkedIn();
  await openCollector(page);
  await addProfiles(page, [first, second, third]);

  await test.step('the session ends with a request about the second profile', async () => {
    linkedIn.control.clear();
    const lift = linkedIn.control.fault({ kind: 'session-killed', match: /ContactInfo/, after: 1 });
    await page.getByLabel('Concurrent Downloads').fill('1');
    await page.getByRole('button', { name: 'Start Job' }).click();
    await expect(page.getByText(ENDED, { exact: true })).toBeVisible();
    await expect(page.getByText('1 of 3 downloaded.')).toBeVisible();
    await expect(page.getByText('Linkedin cookies not available')).toBeVisible();
    await expect(rowOf(page, first).getByText('ok')).toBeVisible();
    // The answer that ended it was the last one: no session was checked, and nothing else was tried.
    expect(statuses(journey).at(-1)).toBe(302);
    expect(statuses(journey).filter((status) => status !== 200)).toEqual([302]);
    lift();
  });

  await test.step('starting the job again without a session requests nothing', async () => {
    const before = statuses(journey).length;
    await page.getByRole('button', { name: 'Continue with 2 left' }).click();
    // Why the first job ended stays shown until the second one starts: its count says that this one has ended, too.
    await expect(page.getByText('0 of 2 downloaded.')).toBeVisible();
    await expect(page.getByText(ENDED, { exact: true })).toBeVisible();
    expect(statuses(journey)).toHaveLength(before);
  });

  await test.step('a new session whose cookie is one of .linkedin.com counts, and the job goes on where it stopped', async () => {
    await signInToAllOfLinkedIn(journey);
    await expect(page.getByText('Linkedin cookies available')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Continue with 2 left' }).click();
    await expect(page.getByText('2 of 2 downloaded.')).toBeVisible();
    for (const slug of [first, second, third]) await expect(rowOf(page, slug).getByText('ok')).toBeVisible();
    // What was answered before was not requested again.
    const answered = apiRequests(journey)
      .filter(({ status }) => status === 200)
      .map(({ path, query }) => `${path}?${query}`);
    expect(answered.filter((address, at) => answered.indexOf(address) !== at)).toEqual([]);
  });
  expect(await journey.findSecretLeaks()).toEqual([]);
});

/** As LinkedIn has set it for some since 2026: the session belongs to the domain, the token to the host. */
async function signInToAllOfLinkedIn({ page, linkedIn }: Journey): Promise<void> {
  const { liAt, jsessionId } = linkedIn.control.signIn();
  const common = { path: '/', secure: true, sameSite: 'None' } as const;
  await page.context().addCookies([
    { name: 'li_at', value: liAt, domain: '.linkedin.com', httpOnly: true, ...common },
    { name: 'JSESSIONID', value: jsessionId, domain: '.www.linkedin.com', ...common },
  ]);
}

function openMembers({ linkedIn }: Journey, count: number): readonly string[] {
  const members = Array.from({ length: linkedIn.control.memberCount }, (_, index) => linkedIn.control.member(index));
  return members
    .filter(({ access, distance, groups }) => access === 'open' && distance !== 'out' && groups.length > 0 && groups.length < 4)
    .slice(0, count)
    .map(({ slug }) => slug);
}

function apiRequests({ linkedIn }: Journey) {
  return linkedIn.control.requests().filter(({ path }) => path.startsWith('/voyager/'));
}

function statuses(journey: Journey): readonly number[] {
  return apiRequests(journey).map(({ status }) => status);
}
