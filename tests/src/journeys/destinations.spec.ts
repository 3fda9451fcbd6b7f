import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { HUBSPOT_TOKEN, type HubspotStandIn, startHubspot } from '../stand-ins/hubspot/server.ts';
import { type SlackStandIn, startSlackStandIn } from '../stand-ins/slack/server.ts';
import { test as base } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { becomeMember, callApi } from './account-shortcuts.ts';

const person = { email: 'sigrid.loom@example.com', password: 'treadle-and-loom-61' };
const listed = z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), website: z.string() })).length(3) });
const created = z.object({ id: z.number() });

const test = base.extend<{ readonly slack: SlackStandIn; readonly hubspot: HubspotStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
  slack: async ({}, use) => {
    const slack = await startSlackStandIn();
    await use(slack);
    await slack.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from this pattern
  hubspot: async ({}, use) => {
    const hubspot = await startHubspot();
    await use(hubspot);
    await hubspot.close();
  },
  settings: ({ hubspot }, use) => use({ DESTINATION_PRIVATE: 'on', HUBSPOT_API_URL: hubspot.origin }),
});
test.use({ extension: false });

/** Three companies of the samples, all of which have websites, on a list. */
async function listCompanies(page: Page) {
  const { data } = listed.parse(await callApi(page, { method: 'GET', path: '/table/companies?per_page=3' }));
  const list = await callApi(page, { method: 'POST', path: '/lists', body: { table: 'companies', name: 'For the CRM' } });
  const { id } = created.parse(list);
  await callApi(page, { method: 'POST', path: `/lists/${id}/rows`, body: { ids: data.map((row) => row.id) } });
  return data;
}

async function startNew(page: Page, kind: string, name: string): Promise<void> {
  await page.goto('/app/destinations');
  await page.getByRole('button', { name: 'New destination' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button')
    .filter({ has: page.getByText(kind, { exact: true }) })
    .click();
  await page.getByLabel('Name', { exact: true }).fill(name);
}

test('An alert reaches Slack, and companies go to HubSpot after a preview and come back from there', async ({
  journey,
  slack,
  hubspot,
}) => {
  test.setTimeout(300_000);
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  await becomeMember(journey, person);
  const url = slack.addWebhook();

  await test.step('a destination in Slack is added and tested', async () => {
    await startNew(page, 'Slack', 'Sales channel');
    await page.getByLabel('Webhook address').fill(url);
    await page.getByRole('button', { name: 'Add destination' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The test worked.')).toBeVisible();
    expect(slack.messagesOf(url)).toHaveLength(1);
    await expect(page.locator('body')).not.toContainText(url);
    await judge('/app/destinations with a test');
  });

  await test.step('an alert sends its messages there', async () => {
    await page.goto('/app/alerts?watch=people');
    await page.getByRole('checkbox', { name: 'Also to Slack' }).check();
    await expect(page.getByLabel('Slack destination')).toHaveValue(/./);
    await page.getByRole('button', { name: 'Create alert' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect.poll(() => slack.messagesOf(url).length).toBe(2);
    await page.goto('/app/destinations');
    await expect(page.getByText(/^Last delivery on .*: delivered\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Show deliveries' }).click();
    await expect(page.getByText('Message of an alert')).toBeVisible();
  });

  const [first, ...others] = await listCompanies(page);
  const domain = new URL(first?.website ?? '').hostname.replace(/^www\./, '');
  const known = hubspot.portal.create('companies', { domain, name: 'An older name' });

  await test.step('columns are mapped to properties beside samples of both sides', async () => {
    await startNew(page, 'HubSpot', 'Our HubSpot');
    await page.getByLabel('Access token').fill(HUBSPOT_TOKEN);
    await page.getByLabel('Rows', { exact: true }).selectOption('List "For the CRM" of Companies');
    await page.getByRole('button', { name: 'Add destination' }).click();
    await page.getByRole('link', { name: 'Mapping and runs' }).click();
    const table = page.getByRole('table', { name: 'Mapping' });
    await expect(table.getByText(first?.name ?? '')).toBeVisible();
    await expect(table.getByText('An older name')).toBeVisible();
    await table.getByLabel('Rule of line 1').selectOption('Ours');
    await judge('/app/destinations/… with a mapping');
    await page.getByRole('button', { name: 'Save mapping' }).click();
    await expect(page.getByText('Mapping saved')).toBeVisible();
  });

  await test.step('the preview says what would change, and changes nothing', async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('3 rows compared. Nothing was written to HubSpot.')).toBeVisible();
    await expect(page.getByRole('tab', { name: `Created (${others.length})` })).toBeVisible();
    await page.getByRole('tab', { name: 'Updated (1)' }).click();
    await expect(page.getByRole('tabpanel').getByText('An older name')).toBeVisible();
    await judge('/app/destinations/… with a preview');
    expect(hubspot.portal.count()).toBe(1);
  });

  await test.step('a run writes it, and what is not there is found by a chip', async () => {
    await page.getByRole('button', { name: 'Run now' }).click();
    await expect(page.getByText(`${others.length} created, 1 updated, 0 skipped`)).toBeVisible();
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    expect(hubspot.portal.find('companies', known.id)?.properties.name).toBe(first?.name);
    const total = z.object({ total: z.number() });
    await expect
      .poll(async () => total.parse(await callApi(page, { method: 'GET', path: '/table/companies?in_crm=true' })).total)
      .toBe(3);
    // A narrow window, as it was judged last, has no room for chips.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/app/table/companies?in_crm=true');
    await expect(page.getByRole('button', { name: 'In our CRM', exact: true })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: first?.name ?? '' }).first()).toBeVisible();
  });

  await test.step('the run is undone', async () => {
    await page.goto('/app/destinations');
    await page.getByRole('link', { name: 'Mapping and runs' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Undo run' }).click();
    await expect(page.getByText('3 companies undone, 0 kept as they are.')).toBeVisible();
    expect(hubspot.portal.find('companies', known.id)?.properties.name).toBe('An older name');
    expect(hubspot.portal.alive('companies')).toHaveLength(1);
  });
  report();
});
