import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi, mailedCodes } from './account-shortcuts.ts';
import type { Credentials } from './account-steps.ts';

test.use({ extension: false, sharesServer: true });

const owner = { email: 'signe.heddle@example.com', password: 'heddle-and-reed-31' };
const invited = { email: 'pal.bobbin@example.com', password: 'heddle-and-reed-32' };
const stranger = { email: 'ine.selvage@example.com', password: 'heddle-and-reed-33' };
const NAME = 'Heddle & Reed';

/** A browser of somebody else, signed in. */
async function another(
  page: Page,
  leadloom: Parameters<typeof becomeMember>[0]['leadloom'],
  account: Credentials,
): Promise<Page> {
  const browser: Browser | null = page.context().browser();
  const context = await browser?.newContext({ baseURL: new URL(page.url()).origin });
  if (context === undefined) throw new Error('this journey needs a browser that it can open another context of');
  const other = await context.newPage();
  await becomeMember({ page: other, leadloom }, account);
  return other;
}

test('An owner invites a colleague, who joins by the mailed link, sees the shared list, may do what the role allows, and is removed', async ({
  journey,
  expectComplaints,
}) => {
  test.setTimeout(300_000);
  const { page, leadloom } = journey;
  // The stranger is refused, and who was removed is told by the first call.
  expectComplaints(/: Failed to load resource: /, /: \[leadloom\] /);
  await becomeMember(journey, owner);

  await test.step('somebody alone creates the first workspace in the account screen', async () => {
    await page.goto('/app/account');
    await expect(page.getByRole('button', { name: /^Workspace:/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(NAME);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByRole('button', { name: `Workspace: ${NAME}` })).toBeVisible();
  });

  await test.step('a list is made and shared in it', async () => {
    const id = await page.evaluate<number>(() => JSON.parse(sessionStorage.getItem('leadloom-workspace') ?? '{}').workspace.id);
    const list = await page.evaluate<number, number>(async (workspace) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
        'x-workspace': String(workspace),
      };
      const body = JSON.stringify({ table: 'companies', name: 'Weaving mills', visibility: 'workspace' });
      const answer = await fetch('/api/v1/lists', { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`the list was refused with ${answer.status}`);
      return (await answer.json()).id;
    }, id);
    expect(list).toBeGreaterThan(0);
  });

  await page.goto('/app/workspace');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('Email').fill(invited.email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('button', { name: `Withdraw the invitation for ${invited.email}` })).toBeVisible();
  const [code] = await mailedCodes(leadloom, invited.email, 'join');

  const strange = await another(page, leadloom, stranger);
  await strange.goto(`/app/join/${code}`);
  await strange.getByRole('button', { name: 'Join the workspace' }).click();
  await expect(strange.getByRole('alert')).toHaveText(
    'This invitation is not valid: it may have expired, been used or withdrawn, or be meant for another email.',
  );
  await strange.context().close();

  const colleague = await another(page, leadloom, invited);
  await test.step('the colleague joins, and the workspace opens', async () => {
    await colleague.goto(`/app/join/${code}`);
    await colleague.getByRole('button', { name: 'Join the workspace' }).click();
    await expect(colleague.getByText(`You are a member of ${NAME} now.`)).toBeVisible();
    await expect(colleague.getByRole('button', { name: `Workspace: ${NAME}` })).toBeVisible();
    await colleague.goto('/app/lists');
    await expect(colleague.getByRole('link', { name: 'Weaving mills', exact: true })).toBeVisible();
  });

  await test.step('the personal workspace has nothing of it, and another tab keeps its own', async () => {
    const tab = await colleague.context().newPage();
    await tab.goto('/app/lists');
    await tab.getByRole('button', { name: `Workspace: ${NAME}` }).click();
    await tab.getByRole('menuitemradio', { name: /^Personal/ }).click();
    await expect(tab.getByRole('button', { name: 'Workspace: Personal' })).toBeVisible();
    await expect(tab.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Weaving mills', exact: true })).toHaveCount(0);
    await colleague.reload();
    await expect(colleague.getByRole('link', { name: 'Weaving mills', exact: true })).toBeVisible();
    await tab.close();
  });

  await test.step('a viewer’s buttons are disabled, and say why', async () => {
    await page.goto('/app/workspace');
    await page.getByRole('button', { name: `Change ${invited.email}` }).click();
    await page.getByRole('radio', { name: /^Viewer/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${invited.email} is changed.`)).toBeVisible();
    await colleague.goto('/app/workspace');
    const invite = colleague.getByRole('button', { name: 'Invite', exact: true });
    await expect(invite).toHaveAttribute('aria-disabled', 'true');
    await invite.hover();
    await expect(colleague.getByRole('tooltip')).toHaveText(
      'You do not have the right “invite” in this workspace. Ask one of its admins for it.',
    );
    await expect(colleague.getByRole('row').filter({ hasText: owner.email })).toBeVisible();
  });

  await test.step('who is removed is told so, and is back in the personal workspace', async () => {
    await page.getByRole('button', { name: `Remove ${invited.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`${invited.email} is no longer a member of ${NAME}.`)).toBeVisible();
    await colleague.goto('/app/lists');
    await expect(
      colleague.getByText('This workspace does not exist, or you are not a member of it. This is your personal workspace.'),
    ).toBeVisible();
    await expect(colleague).toHaveURL(/\/app\/dashboard$/);
    const { total } = Object(await callApi(colleague, { method: 'GET', path: '/workspaces' }));
    expect(total).toBe(1);
  });
  await colleague.context().close();

  await test.step('the activity names who did what', async () => {
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Removed a member' })).toContainText(invited.email);
    await expect(page.getByRole('row').filter({ hasText: 'Joined' })).toContainText(invited.email);
  });
});
