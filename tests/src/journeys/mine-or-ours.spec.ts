/** Two members of a workspace side by side, each in a browser of their own. */
import { createRowList } from '@leadloom/shared/contract/my-row-changes';
import { createWorkspace } from '@leadloom/shared/contract/workspaces';
import { expect, type Page } from '@playwright/test';
import { type Journey, test } from '../testing/journey.fixture.ts';
import { becomeMember, callApi, mailedCodes } from './account-shortcuts.ts';

test.use({ extension: false, sharesServer: true });

const ada = { email: 'ada.selvedge@example.com', password: 'selvedge-and-warp-52' };
const kim = { email: 'kim.selvedge@example.com', password: 'selvedge-and-weft-52' };
/** Within which a change of somebody else appears, in milliseconds. */
const SOON = { timeout: 10_000 };

test('What one member shares appears for the other by itself, what is private never does, and neither overwrites the other unseen', async ({
  journey,
}) => {
  test.setTimeout(300_000);
  const { page } = journey;
  await becomeMember(journey, ada);
  const other = await secondBrowser(journey);
  await becomeMember({ page: other, leadloom: journey.leadloom }, kim);
  const workspace = await shareWorkspace(journey, other);
  const body = { name: 'Q1 outreach', table: 'companies', visibility: 'workspace' } as const;
  const list = createRowList.success.body.parse(await callApi(page, { method: 'POST', path: '/lists', body, workspace }));
  expect(list.created_by).toBe(ada.email);

  await test.step('a new shared view appears for the other member, and a private one does not', async () => {
    await open(page, '/app/table/companies', workspace);
    await open(other, '/app/table/companies', workspace);
    await expect(page.getByRole('grid', { name: 'Companies' }).getByRole('row')).not.toHaveCount(1);
    await expect(other.getByRole('grid', { name: 'Companies' }).getByRole('row')).not.toHaveCount(1);
    await saveView(page, 'Ada alone', 'Only me');
    await saveView(page, 'Our looms', 'Everybody in Selvedge');
    await expect(other.getByRole('tab', { name: 'Our looms' })).toBeVisible(SOON);
    await expect(other.getByRole('tab', { name: 'Ada alone' })).toHaveCount(0);
    await other.getByRole('button', { name: 'Views', exact: true }).click();
    await expect(other.getByRole('menuitem', { name: new RegExp(`Our looms.*Shared by ${ada.email}`) })).toBeVisible();
    await expect(other.getByRole('menuitem', { name: /Ada alone/ })).toHaveCount(0);
    await other.keyboard.press('Escape');
  });

  await test.step('a list that one renames while the other does is shown in both versions', async () => {
    await open(page, '/app/lists', workspace);
    await open(other, '/app/lists', workspace);
    await page.getByRole('button', { name: 'Rename Q1 outreach' }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('First quarter');
    await rename(other, 'Q1 outreach', 'Spring outreach');
    // The list behind the dialog is renamed, and what was typed stays.
    await expect(page.getByText('Spring outreach', { exact: true })).toBeVisible(SOON);
    await expect(name).toHaveValue('First quarter');
    await expect(name).toBeFocused();
    await name.press('Enter');
    const both = page.getByRole('dialog', { name: 'Somebody else changed this list' });
    await expect(both.getByRole('row', { name: 'Name First quarter Spring outreach' })).toBeVisible();
    await expect(other.getByRole('link', { name: 'Spring outreach', exact: true })).toBeVisible();
    await both.getByRole('button', { name: 'Save mine anyway' }).click();
    await expect(page.getByRole('link', { name: 'First quarter', exact: true })).toBeVisible();
    await expect(other.getByRole('link', { name: 'First quarter', exact: true })).toBeVisible(SOON);
  });

  await test.step('a note names its author, and the other member reads it without a reload', async () => {
    const { data } = (await callApi(page, { method: 'GET', path: '/table/companies?per_page=1&page=1' })) as {
      readonly data: readonly { readonly id: number }[];
    };
    const record = `/app/table/companies/${data[0]?.id}`;
    await open(page, record, workspace);
    await open(other, record, workspace);
    await expect(other.getByRole('textbox', { name: 'New note' })).toBeVisible();
    await page.getByRole('textbox', { name: 'New note' }).fill('Call in May');
    await page.getByRole('button', { name: 'Save note' }).click();
    const note = other.getByRole('article', { name: 'Note' });
    await expect(note.getByText('Call in May')).toBeVisible(SOON);
    await expect(note.getByText(ada.email)).toBeVisible();
    await expect(note.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('article', { name: 'Note' }).getByRole('button', { name: 'Change' })).toBeVisible();
  });

  await test.step('a viewer reads all of it, and buttons say why they do nothing', async () => {
    const me = (await callApi(other, { method: 'GET', path: '/me' })) as { readonly workspace: { readonly id: number } };
    await callApi(page, {
      method: 'PATCH',
      path: `/workspaces/${workspace}/members/${me.workspace.id}`,
      body: { role: 'viewer' },
    });
    await open(other, '/app/lists', workspace);
    const button = other.getByRole('button', { name: 'Rename First quarter' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(other.getByRole('tooltip')).toContainText('role');
    await button.press('Enter');
    await expect(other.getByRole('dialog')).toHaveCount(0);
  });
  await other.context().close();
});

async function secondBrowser({ page, leadloom }: Journey): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: leadloom.publicUrl });
  if (context === undefined) throw new Error('The browser of the journey has no other contexts.');
  return context.newPage();
}

/** @returns the id of a workspace of both */
async function shareWorkspace({ page, leadloom }: Journey, other: Page): Promise<number> {
  const made = await callApi(page, { method: 'POST', path: '/workspaces', body: { name: 'Selvedge' } });
  const { id } = createWorkspace.success.body.parse(made);
  await callApi(page, { method: 'POST', path: `/workspaces/${id}/invites`, body: { email: kim.email, role: 'member' } });
  const [code] = await mailedCodes(leadloom, kim.email, 'join');
  await callApi(other, { method: 'POST', path: '/workspace-invites/accept', body: { code } });
  return id;
}

async function open(page: Page, path: string, workspace: number): Promise<void> {
  await page.goto(`${path}?workspace=${workspace}`);
}

async function saveView(page: Page, name: string, whoSees: string): Promise<void> {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save current as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save current view' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: whoSees }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
}

async function rename(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole('button', { name: `Rename ${before}` }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(after);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('link', { name: after, exact: true })).toBeVisible();
}
