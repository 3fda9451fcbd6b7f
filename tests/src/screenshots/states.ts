/** Leads to states of screens that an address alone does not show. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { callApi } from '../journeys/account-shortcuts.ts';

/** Pictures are also taken on busy machines. */
export const LONG = { timeout: 60_000 };
const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.number() })).min(1) });

async function someRows(page: Page, table: TableName, count: number) {
  return rowsSchema.parse(await callApi(page, { method: 'GET', path: `/table/${table}?per_page=${count}` })).data;
}

export async function openRecordPage(page: Page, table: TableName): Promise<void> {
  const [row] = await someRows(page, table, 1);
  await page.goto(`/app/table/${table}/${row?.id}`);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible(LONG);
}

export async function openRecordSidePanel(page: Page): Promise<void> {
  const [, row] = await someRows(page, 'companies', 2);
  await page.goto(`/app/table/companies?record=${row?.id}`);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible(LONG);
}

export async function openPalette(page: Page): Promise<void> {
  await page.goto('/app/dashboard');
  await expect(page.getByText('Both reset on')).toBeVisible(LONG);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('co');
  await expect(page.getByRole('option', { name: 'Companies' }).first()).toBeVisible(LONG);
}

/** The first time, the trends among the sample videos are looked for. */
export async function openTrends(page: Page): Promise<void> {
  await page.goto('/app/social-dashboard');
  const heading = page.getByRole('heading', { name: 'Detected TikTok Trends' });
  await expect(heading).toBeVisible(LONG);
  const none = page.getByText('No trends detected or available. Configure and run an analysis.');
  const trend = page.getByRole('button', { name: /^Rename / }).first();
  await expect(none.or(trend)).toBeVisible(LONG);
  if (await none.isVisible()) {
    await page.getByRole('button', { name: 'Run Analysis' }).click();
    await expect(trend).toBeVisible(LONG);
    // The reload takes away the notice of this analysis.
    await page.reload();
    await expect(trend).toBeVisible(LONG);
  }
  await expect(page.locator('[class*=MuiChartsSurface] path').first()).toBeVisible(LONG);
  await heading.evaluate((element) => element.scrollIntoView());
}

export async function openSampleProfile(page: Page): Promise<void> {
  await page.goto('/app/linkedin/collector');
  await page
    .locator('#profiles-table')
    .getByRole('link', { name: /Details/ })
    .first()
    .click();
  await expect(page.getByText('This is an invented person.').first()).toBeVisible(LONG);
}

/** Six companies that are there, and two that are not. */
export async function matchSomeLines(page: Page): Promise<void> {
  const rows = await someRows(page, 'companies', 6);
  const websites = rows.map((row) => z.object({ website: z.string() }).parse(row).website);
  const lines = [...websites, 'loom-and-shuttle.example', 'spindle-yard.example'];
  await page.goto('/app/match');
  await page.getByLabel('Your list').fill(lines.join('\n'));
  await page.getByRole('button', { name: `Match ${lines.length} lines` }).click();
  await expect(page.getByRole('heading', { name: `of ${lines.length} lines found` })).toBeVisible(LONG);
}

export async function showDeliveries(page: Page): Promise<void> {
  await page.goto('/app/webhooks');
  const show = page.getByRole('button', { name: 'Show deliveries' });
  await expect(show).toBeVisible(LONG);
  await show.click();
  await expect(page.getByText('webhook.test').first()).toBeVisible(LONG);
}

/** The mapping of the CRM. */
export async function openMapping(page: Page): Promise<void> {
  await page.goto('/app/destinations');
  await page.getByRole('link', { name: 'Mapping and runs' }).click(LONG);
  await expect(page.getByRole('table', { name: 'Mapping' })).toBeVisible(LONG);
}

/** What a run would change there, and the runs. */
export async function openPreview(page: Page): Promise<void> {
  await openMapping(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('tab', { name: /^Updated/ }).click(LONG);
  await expect(page.getByRole('table', { name: 'What would change' })).toBeVisible();
  await page.getByRole('heading', { name: 'What a run would do' }).evaluate((element) => element.scrollIntoView());
}

/** The kinds of destinations. */
export async function openKinds(page: Page): Promise<void> {
  await page.goto('/app/destinations');
  await page.getByRole('button', { name: 'New destination' }).click(LONG);
  await expect(page.getByRole('button', { name: 'Pipedrive' })).toBeVisible(LONG);
}

const workspacesSchema = z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) });

/** The members of a workspace, with an invitation. The page that is opened next is in the personal one again. */
export async function openMembers(page: Page): Promise<void> {
  const name = 'Nordic sales';
  const { data } = workspacesSchema.parse(await callApi(page, { method: 'GET', path: '/workspaces' }));
  let id = data.find((workspace) => workspace.name === name)?.id;
  if (id === undefined) {
    const made = await callApi(page, { method: 'POST', path: '/workspaces', body: { name } });
    id = z.object({ id: z.int() }).parse(made).id;
    const body = { email: 'maren@nordlys.example', role: 'member' };
    await callApi(page, { method: 'POST', path: `/workspaces/${id}/invites`, body });
  }
  await page.goto(`/app/workspace?workspace=${id}`);
  await expect(page.getByRole('table', { name: 'Open invitations' })).toBeVisible(LONG);
  await page.evaluate(() => {
    sessionStorage.removeItem('leadloom-workspace');
    localStorage.removeItem('leadloom-workspace');
  });
}

const countries = ['Norway', 'Sweden', 'Denmark', 'Finland', 'Iceland'];

/** The file is another one each time, so that every import adds rows. */
function importFile(): string {
  const fair = Date.now() % 100_000;
  const lines = Array.from({ length: 40 }, (_, index) => {
    const country = countries[index % countries.length] ?? '';
    const revenue = index % 13 === 5 ? 'confidential' : `${index + 2}.5`;
    const website = `https://loom-${fair + index}.example`;
    return `Loom ${fair + index} AS;${website};${country};${revenue};${2000 + (index % 20)};met at the fair`;
  });
  return `Company;Website;Country;Revenue;Founded;Remark\n${lines.join('\n')}\n`;
}

interface DroppedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function dropFile(page: Page, file: DroppedFile): Promise<void> {
  await page.goto('/app/operator/import');
  await expect(page.getByText('Drop a file here')).toBeVisible(LONG);
  await page.locator('input[type=file]').setInputFiles(file);
}

export async function dropImportFile(page: Page): Promise<void> {
  await dropFile(page, { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(importFile()) });
  await expect(page.getByRole('table', { name: 'First rows' })).toBeVisible(LONG);
}

export async function readImportFile(page: Page, step: 'columns' | 'problems'): Promise<void> {
  await dropImportFile(page);
  await page.getByRole('button', { name: 'Next: columns' }).click();
  await expect(page.getByLabel('Column for Company')).toBeVisible(LONG);
  const next = page.getByRole('button', { name: 'Next: check the rows' });
  await expect(next).toBeEnabled(LONG);
  if (step === 'columns') return;
  await next.click();
  await expect(page.getByRole('table', { name: 'Problems' })).toBeVisible(LONG);
}

export async function importRows(page: Page): Promise<void> {
  await readImportFile(page, 'problems');
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await expect(page.getByText('For 30 days.')).toBeVisible(LONG);
}

export async function openList(page: Page): Promise<void> {
  await page.goto('/app/lists');
  await page.getByRole('link', { name: 'Nordic companies', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nordic companies' })).toBeVisible(LONG);
  await expect(page.getByRole('grid').getByRole('checkbox').nth(1)).toBeVisible(LONG);
}

/** Opens the exports of an account from the number of rows that it exported. */
export async function openAccountExports(page: Page): Promise<void> {
  await page.goto('/app/operator');
  await page.locator('a[href$="/exports"]').first().click();
  await expect(page.getByRole('table', { name: 'Exports of this month' })).toBeVisible(LONG);
}

/** The collector with a check that has ended. It asks LinkedIn's stand-in every five seconds, so it takes more than a minute. */
export async function showCheck(page: Page): Promise<void> {
  await page.goto('https://www.linkedin.com/stand-in/sign-in');
  await page.goto('/app/linkedin/collector');
  await expect(page.getByText('Linkedin cookies available')).toBeVisible(LONG);
  await page.getByRole('button', { name: 'Check how LinkedIn answers' }).click();
  const panel = page.getByRole('region', { name: 'How LinkedIn answers' });
  await panel.getByRole('button', { name: 'Check how LinkedIn answers' }).click();
  const accept = page.getByRole('dialog').getByRole('button', { name: 'Accept' });
  await expect(accept.or(panel.getByText('asking…')).first()).toBeVisible(LONG);
  if (await accept.isVisible()) await accept.click();
  await expect(panel.getByText(/of 12 are understood/)).toBeVisible({ timeout: 180_000 });
  await panel.evaluate((element) => element.scrollIntoView());
}
