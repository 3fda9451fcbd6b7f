import { expect, type Page } from '@playwright/test';
import { startRedditStandIn } from '../stand-ins/reddit/server.ts';
import { startTikTokStandIn } from '../stand-ins/tiktok/server.ts';
import { test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { becomeMember, becomeUnverified, verifyByApi } from './account-shortcuts.ts';
import { goInApp } from './go-in-app.ts';
import { ONLY_IN_FULL } from './thorough.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

test.use({ extension: false });

const person = { email: 'maren.treadle@example.com', password: 'shed-and-shuttle-44' };
/** A visit begins within seconds, and the screen asks every ten. */
const UNTIL_VISITED = { timeout: 60_000 };

test.describe('where neither network is set up', () => {
  test.use({ sharesServer: true });
  test(
    'Subreddits and users are tracked up to the limit, are shown as never visited, and lead to their rows',
    ONLY_IN_FULL,
    async ({ journey }) => {
      test.setTimeout(300_000);
      const { page } = journey;
      const { judge, report } = createJudge(page, oppositeViews);

      await test.step('an unverified account is told when tracking starts', async () => {
        await becomeUnverified(page, person);
        for (const path of ['/app/social', '/app/social-dashboard']) {
          await page.goto(path);
          await expect(page.getByText('Tracking starts once your email is verified.')).toBeVisible();
          await expect(page.getByText('Check your inbox and follow the verification link.')).toBeVisible();
        }
        await judge('/app/social-dashboard unverified');
        await verifyByApi(journey, person.email);
      });

      await test.step('the dashboard leads to an empty list that says why it stays empty', async () => {
        await page.goto('/app/dashboard');
        await page.getByRole('main').getByRole('link', { name: 'Reddit Collector' }).click();
        await expect(heading(page, 0)).toBeVisible();
        await expect(page).toHaveTitle('Reddit Subreddit Tracking · Leadloom');
        await expect(page.getByText('No Reddit subreddits currently being tracked.')).toBeVisible();
        await expect(page.getByText('Reddit is not set up on this server', { exact: false })).toBeVisible();
        await expect(page.getByRole('link', { name: 'View Tracked Posts' })).toBeHidden();
      });

      await test.step('names are typed, suggested and pasted, and tracked together', async () => {
        await typeLikeAPerson(subredditBox(page), 'https://www.reddit.com/r/Harbour_Talk/');
        await subredditBox(page).press('Enter');
        await expect(page.getByRole('button', { name: 'Harbour_Talk' })).toBeVisible();
        await typeLikeAPerson(subredditBox(page), 'looms');
        await page.getByRole('option', { name: 'looms_and_threads' }).click();
        await typeLikeAPerson(subredditBox(page), 'r/never_seen');
        await page.getByRole('button', { name: 'Track Subreddits' }).click();
        await expect(page.getByText('Successfully updated tracked Reddit subreddits.')).toBeVisible();
        await expect(heading(page, 3)).toBeVisible();
        await expect(subredditBox(page)).toBeFocused();
        const row = subreddits(page).getByRole('row').filter({ hasText: 'never_seen' });
        await expect(row).toContainText('never crawled');
        await expect(row).toContainText('Not set up');
        await judge('/app/social with subreddits');
      });

      await test.step('tracked names cannot be chosen again', async () => {
        await typeLikeAPerson(subredditBox(page), 'looms');
        await expect(page.getByRole('option', { name: 'looms_and_threads (Already Tracked)' })).toBeDisabled();
        await typeLikeAPerson(subredditBox(page), '');
      });

      await test.step('the twenty-first is refused', async () => {
        const names = Array.from({ length: 17 }, (_, index) => `warp_${index + 1}`);
        await subredditBox(page).fill(names.slice(0, 16).join(', '));
        await subredditBox(page).press('Enter');
        await typeLikeAPerson(subredditBox(page), 'warp_17, one_more');
        await subredditBox(page).press('Enter');
        await expect(
          page.getByText('Cannot add "one_more". You have reached the maximum limit of 20 subreddits. Delete some to add more.'),
        ).toBeVisible();
        await typeLikeAPerson(subredditBox(page), 'looms');
        await typeLikeAPerson(subredditBox(page), '');
        await page.getByRole('button', { name: 'Track Subreddits' }).click();
        await expect(heading(page, 20)).toBeVisible();
        await expect(subredditBox(page)).toBeDisabled();
        await expect(page.getByRole('button', { name: 'Track Subreddits' })).toBeDisabled();
        await expect(
          page.getByText('You are tracking the maximum of 20 subreddits. Delete some below to add more.'),
        ).toBeVisible();
        await judge('/app/social full');
      });

      await test.step('deleting one frees a place, and a reload shows the same', async () => {
        await deleteButton(page, 'warp_17').click();
        await expect(page.getByText('Successfully deleted Reddit subreddit warp_17.')).toBeVisible();
        await expect(heading(page, 19)).toBeVisible();
        await expect(subreddits(page)).toBeFocused();
        await expect(subredditBox(page)).toBeEnabled();
        await page.reload();
        await expect(heading(page, 19)).toBeVisible();
        await expect(subreddits(page).getByText('warp_17', { exact: true })).toBeHidden();
      });

      await test.step('their posts, loaded from files, are shown and no others', async () => {
        await page.getByRole('link', { name: 'View Tracked Posts' }).click();
        await expect(page).toHaveURL(/\/app\/table\/reddit-posts\?subreddit=.*harbour_talk/);
        await expect(page.getByRole('heading', { level: 1, name: 'Reddit Posts' })).toBeVisible();
        await page.setViewportSize({ width: 1440, height: 900 });
        await expect(page.getByText('1 active')).toBeVisible();
        const names = page.getByRole('grid').getByText(/^(harbour_talk|looms_and_threads)$/);
        await expect(names.first()).toBeVisible();
        await expect(page.getByRole('grid').getByText('small_business_floor', { exact: true })).toHaveCount(0);
      });

      await test.step('TikTok users are tracked and untracked', async () => {
        await goInApp(page, '/app/social-dashboard');
        await expect(page.getByText('TikTok is not set up on this server', { exact: false })).toBeVisible();
        await page.getByRole('button', { name: 'Track Selected Users' }).click();
        await expect(page.getByText('Please select at least one TikTok User ID to track.')).toBeVisible();
        await typeLikeAPerson(userBox(page), '@Heddle.Works');
        await userBox(page).press('Enter');
        await typeLikeAPerson(userBox(page), 'shuttle');
        await page.getByRole('button', { name: 'Track Selected Users' }).click();
        await expect(page.getByText('Successfully updated tracked users.')).toBeVisible();
        const row = users(page).getByRole('row').filter({ hasText: 'heddle.works' });
        await expect(row).toContainText('N/A');
        await expect(row).toContainText('Never');
        await judge('/app/social-dashboard with users');
        await row.getByRole('button', { name: 'Untrack' }).click();
        await expect(page.getByText('Successfully untracked heddle.works.')).toBeVisible();
        await expect(users(page).getByText('shuttle')).toBeVisible();
      });
      report();
    },
  );
});

test.describe('where both networks are set up', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are needed
    settings: async ({}, use) => {
      const reddit = await startRedditStandIn();
      const tiktok = await startTikTokStandIn();
      reddit.addSubreddit('AskWeavers', { subscribers: 1_250_000, posts: 130 });
      reddit.addSubreddit('quiet_looms', { state: 'private' });
      tiktok.catalogue.addUser('heddle.works', 12_345);
      for (let count = 0; count < 3; count += 1) tiktok.catalogue.addVideo('heddle.works');
      try {
        await use({ ...reddit.environment, ...tiktok.environment });
      } finally {
        await reddit.close();
        await tiktok.close();
      }
    },
  });

  test('Tracked sources are visited, and their posts and videos are in their tables', async ({ journey }) => {
    test.setTimeout(300_000);
    const { page } = journey;
    const { judge, report } = createJudge(page, oppositeViews);
    await becomeMember(journey, person);

    await test.step('subreddits are suggested and visited, and those that cannot be visited are marked', async () => {
      await page.goto('/app/social');
      await typeLikeAPerson(subredditBox(page), 'askw');
      const suggestion = page.getByRole('option', { name: 'AskWeavers' });
      await expect(suggestion).toContainText('1.3M members');
      await judge('/app/social with suggestions');
      await suggestion.click();
      await typeLikeAPerson(subredditBox(page), 'quiet_looms, no_such_place');
      await page.getByRole('button', { name: 'Track Subreddits' }).click();
      await expect(heading(page, 3)).toBeVisible();
      const rows = subreddits(page).getByRole('row');
      await expect(rows.filter({ hasText: 'AskWeavers' }).getByRole('link', { name: '130 posts' })).toBeVisible(UNTIL_VISITED);
      await expect(rows.filter({ hasText: 'AskWeavers' })).not.toContainText('never crawled');
      await expect(rows.filter({ hasText: 'quiet_looms' })).toContainText('Private', UNTIL_VISITED);
      await expect(rows.filter({ hasText: 'no_such_place' })).toContainText('Not found', UNTIL_VISITED);
      await expect(rows.filter({ hasText: 'quiet_looms' })).toContainText('never crawled');
      await expect(page.getByText(/requests to Reddit since midnight UTC$/)).toBeVisible();
      await judge('/app/social visited');
    });

    await test.step('the posts are in their table', async () => {
      await page.getByRole('link', { name: '130 posts' }).click();
      await expect(page.getByText('130 rows')).toBeVisible();
      await expect(page.getByRole('grid').getByText('Show us your bench (128)')).toBeVisible();
    });

    await test.step('users are visited, and their videos are in their table', async () => {
      await goInApp(page, '/app/social-dashboard');
      await typeLikeAPerson(userBox(page), 'heddle.works');
      await page.getByRole('button', { name: 'Track Selected Users' }).click();
      const row = users(page).getByRole('row').filter({ hasText: 'heddle.works' });
      await expect(row.getByRole('link', { name: '3 videos' })).toBeVisible(UNTIL_VISITED);
      await expect(row).toContainText('12.3K', UNTIL_VISITED);
      await expect(row).not.toContainText('Never');
      await row.getByRole('link', { name: '3 videos' }).click();
      await expect(page).toHaveURL(/\/app\/table\/tiktok-videos\?author=heddle\.works/);
      await expect(page.getByText('3 rows')).toBeVisible();
    });
    report();
  });
});

function heading(page: Page, count: number) {
  return page.getByRole('heading', { level: 1, name: `Reddit Subreddit Tracking (${count}/20)` });
}

function subredditBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search Reddit Subreddits to Track' });
}

function subreddits(page: Page) {
  return page.getByRole('region', { name: 'Tracked subreddits' });
}

function deleteButton(page: Page, name: string) {
  const row = subreddits(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) });
  return row.getByRole('button', { name: 'Delete' });
}

function userBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search TikTok User IDs to Track' });
}

function users(page: Page) {
  return page.getByRole('region', { name: 'Currently Tracked TikTok Users' });
}
