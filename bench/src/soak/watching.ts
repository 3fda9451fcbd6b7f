/**
 * Some people have an alert on rows that the operator imports, and a webhook; afterwards each change must have been
 * reported exactly once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookReceiver } from '@leadloom/server/testing/webhook-receiver';
import { listAlertMessages, MAX_MESSAGES } from '@leadloom/shared/contract/alert-messages';
import { createAlert } from '@leadloom/shared/contract/alerts';
import { createTableView } from '@leadloom/shared/contract/table-views';
import { createWebhook } from '@leadloom/shared/contract/webhooks';
import { z } from 'zod';
import { IMPORTED_WORD } from './operator.ts';
import type { Person } from './person.ts';
import type { Session } from './session.ts';

/** Deliveries that were under way in a killed server are tried again within a minute of the next start. */
const NOTIFICATION_LIMIT_MILLISECONDS = 180_000;
const LOOK_MILLISECONDS = 2_000;

const firedSchema = z.object({ message_id: z.int() });

export interface NotificationMetrics {
  /** Rows that were not reported, or more often than they changed. */
  readonly rowsOff: number;
  readonly eventsMissing: number;
  readonly eventsInvented: number;
  readonly events: number;
}

/** @param name part of the address of the webhook */
export async function watchImports({ write }: Session, receiver: WebhookReceiver, name: string): Promise<void> {
  const state = { filters: { search_query: IMPORTED_WORD }, columns: [], sort: null, order: null, per_page: null };
  const view = await write({
    method: 'POST',
    path: createTableView.path,
    body: { table: 'companies', name: 'Imported', state, is_default: false },
  });
  const { id } = createTableView.success.body.parse(JSON.parse(view ?? ''));
  const alert = { name: 'Imported', watch: { kind: 'view', id }, on: ['added', 'changed', 'removed'], every: 'instant' };
  await write({ method: 'POST', path: createAlert.path, body: { ...alert, by: ['app', 'webhook'] } });
  const webhook = { url: `${receiver.url}${name}`, events: ['alert.fired'] };
  await write({ method: 'POST', path: createWebhook.path, body: webhook });
}

/** Waits until everything is reported. @param changes rows added and changed by all imports */
export async function compareNotifications(
  people: ReadonlyMap<string, Person>,
  receiver: WebhookReceiver,
  changes: number,
): Promise<NotificationMetrics> {
  const deadline = performance.now() + NOTIFICATION_LIMIT_MILLISECONDS;
  for (;;) {
    const figures = await compareOnce(people, receiver, changes);
    if ((figures.rowsOff === 0 && figures.eventsMissing === 0) || performance.now() > deadline) return figures;
    await sleep(LOOK_MILLISECONDS);
  }
}

async function compareOnce(
  people: ReadonlyMap<string, Person>,
  receiver: WebhookReceiver,
  changes: number,
): Promise<NotificationMetrics> {
  let [rowsOff, eventsMissing, eventsInvented] = [0, 0, 0];
  for (const [name, person] of people) {
    const messages = await readMessages(person.session);
    rowsOff += Math.abs(changes - messages.reduce((sum, { count }) => sum + count, 0));
    const events = receiver.requests.filter(({ path }) => path === `/${name}`).map(({ event }) => event);
    const fired = new Set(events.map(({ data }) => firedSchema.parse(data).message_id));
    const written = new Set(messages.map(({ id }) => id));
    eventsMissing += missing(written, fired);
    eventsInvented += missing(fired, written);
  }
  return { rowsOff, eventsMissing, eventsInvented, events: receiver.requests.length };
}

const missing = (wanted: ReadonlySet<number>, found: ReadonlySet<number>): number =>
  [...wanted].filter((item) => !found.has(item)).length;

async function readMessages({ ask }: Session) {
  const messages: { readonly id: number; readonly count: number }[] = [];
  for (let page = 1; ; page += 1) {
    const text = await ask({ method: 'GET', path: `${listAlertMessages.path}?per_page=${MAX_MESSAGES}&page=${page}` });
    const { data, total } = listAlertMessages.success.body.parse(JSON.parse(text ?? ''));
    messages.push(...data);
    if (messages.length >= total || data.length === 0) return messages;
  }
}
