import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { allViews, createJudge } from './accessibility-judge.ts';
import { signInToSample } from './sample-account.ts';

test.use({ sharesServer: true });

test('The screens of the collector are free of serious accessibility faults', async ({ journey }) => {
  const { page } = journey;
  const { judge, report } = createJudge(page, allViews);
  await signInToSample(journey);
  // The list is loaded only for a member who is signed in to LinkedIn.
  await journey.signInToLinkedIn();
  await page.goto('/app/linkedin/collector');
  await expect(page.getByText('Leadloom Extension installed')).toBeVisible();
  await judge('/app/linkedin/collector');
  await page
    .locator('#profiles-table')
    .getByRole('link', { name: /Details/ })
    .first()
    .click();
  await expect(page.getByText('Experiences')).toBeVisible();
  await judge('/app/linkedin/users');
  report();
});
