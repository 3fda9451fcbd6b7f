/** What the accounts of the pictures have, so that every screen has something to show. */
import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { callApi, enter, registerByApi } from '../journeys/account-shortcuts.ts';
import { authenticatorCode, type Credentials } from '../journeys/account-steps.ts';
import { type DestinationStandIns, prepareDestinations } from './prepare-destinations.ts';
import { enterAsSubscriber } from './sample-app.ts';

const created = z.object({ id: z.union([z.number(), z.string()]) });

async function create(page: Page, path: string, body: object): Promise<number | string> {
  return created.parse(await callApi(page, { method: 'POST', path, body })).id;
}

const newcomer: Credentials = { email: 'solveig.warp@example.com', password: 'bobbin-and-warp-73' };

/** Signs in to an account that has done nothing yet. */
export async function prepareNewcomer(page: Page): Promise<void> {
  await page.goto('/app/login');
  await registerByApi(page, newcomer);
  await enter(page, newcomer);
}

/** A subscriber with two keys, a list, an alert, a webhook, a scheduled export and destinations. @param receiver of webhooks */
export async function prepareSample(
  page: Page,
  credentials: Credentials,
  receiver: string,
  standIns: DestinationStandIns,
): Promise<void> {
  await enterAsSubscriber(page, credentials);
  await prepareDestinations(page, Number(await watchCompanies(page, receiver)), standIns);
}

/** @returns the id of a list of companies */
async function watchCompanies(page: Page, receiver: string): Promise<number | string> {
  const state = { filters: { country: ['Norway', 'Sweden', 'Denmark'] }, columns: [], sort: null, order: null, per_page: null };
  const view = await create(page, '/table-views', { table: 'companies', name: 'Nordic', state, is_default: false });
  const list = await create(page, '/lists', { table: 'companies', name: 'Nordic companies' });
  await callApi(page, { method: 'POST', path: `/lists/${list}/rows`, body: { filters: { country: ['Norway', 'Sweden'] } } });
  await create(page, '/lists', { table: 'people', name: 'To call in March' });
  const alert = {
    name: 'Nordic',
    on: ['added', 'changed'],
    every: 'daily',
    at: '08:00',
    zone: 'Europe/Oslo',
    by: ['app', 'mail'],
  };
  const alertId = await create(page, '/alerts', { ...alert, watch: { kind: 'view', id: view } });
  await callApi(page, { method: 'POST', path: `/alerts/${alertId}/test` });
  const webhook = await create(page, '/webhooks', { url: receiver, events: ['table.rows_changed', 'alert.fired'] });
  await callApi(page, { method: 'POST', path: `/webhooks/${webhook}/test` });
  const weekly = { name: 'Nordic companies, weekly', every: 'weekly', format: 'csv', watch: { kind: 'list', id: list } };
  const exportId = await create(page, '/scheduled-exports', weekly);
  await callApi(page, { method: 'POST', path: `/scheduled-exports/${exportId}/run` });
  return list;
}

/** The second factor that the console needs, and something to do for an operator. */
export async function prepareOperator(page: Page, password: string): Promise<void> {
  const begun = await callApi(page, { method: 'POST', path: '/two-factor/begin', body: { password } });
  const { secret } = beginTwoFactor.success.body.parse(begun);
  await callApi(page, { method: 'POST', path: '/two-factor/enable', body: { code: authenticatorCode(secret) } });
  await callApi(page, { method: 'POST', path: '/operator/erasures', body: { email: 'maren@nordlys.example' } });
  await callApi(page, { method: 'POST', path: '/operator/invites', body: { email: 'mara@example.com' } });
}
