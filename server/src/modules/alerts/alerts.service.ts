/** Alerts of a workspace, as its members see them, and their messages. */

import {
  type AlertMessage,
  DEFAULT_MESSAGE_PAGE,
  type listAlertMessages,
  MESSAGES_RETENTION_DAYS,
} from '@leadloom/shared/contract/alert-messages';
import {
  type Alert,
  alertSchema,
  type createAlert,
  MAX_ALERTS,
  MAX_WORKSPACE_ALERTS,
  type updateAlert,
  type Watch,
} from '@leadloom/shared/contract/alerts';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { Database, Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { causes, codeOf } from '../../http/classify-error.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { type Member, memberOf } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { changedAt } from '../../schema/visible-rows.ts';
import { nextDigestAt } from '../../time/next-digest.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { forgetCommitsBefore } from '../tables/changes/watched-rows.service.ts';
import { filtersOfList, tableOfList } from '../tables/my-rows/watched-lists.service.ts';
import { atOneMoment } from '../tables/one-moment.ts';
import { type ActingMember, changeVisibility, noteDeletion, requireSameState } from '../tables/shared-objects.ts';
import { openView } from '../tables/views/table-views.service.ts';
import { findTrackedName } from '../tracking/tracked-names.service.ts';
import { forgetMembers } from './alert-members.repository.ts';
import { listMessages, markRead } from './alert-messages.repository.ts';
import type { NewAlert, ShownAlert } from './alerts.repository.ts';
import * as repository from './alerts.repository.ts';
import { beginWatching } from './begin-watching.ts';
import { linkOf, testTitle } from './compose-message.ts';
import { describeRow } from './message-rows.ts';
import type { AlertNotifier } from './notify-alerts.ts';
import { chooseWays, requireSlack } from './notifying-ways.ts';
import { fieldsOf, tableShown, type WatchedSet, watchSource, watchView } from './resolve-watch.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const DAY = 24 * 3600 * 1000;
/** Longer than the longest digest waits. */
const EVENTS_RETENTION_DAYS = 30;
/** PostgreSQL: a row was changed after the moment that a transaction sees. */
const CHANGED_SINCE = '40001';
/** More than the changes of a workspace that are made at the same time. */
const TRIES = 6;
const DEFAULT_TIME = '08:00';
const DEFAULT_ZONE = 'UTC';

type AlertContent = EndpointRequest<typeof createAlert>['body'];
type AlertChanges = EndpointRequest<typeof updateAlert>['body'];

export async function listAccountAlerts({ database }: Platform, member: Member): Promise<{ data: Alert[]; total: number }> {
  const data = (await repository.listAlerts(database, member)).map(describeAlert);
  return { data, total: data.length };
}

/**
 * Creates an alert, which reports changes from now on.
 * @throws {AppError} REQUEST.INVALID for fields that never change in it, ALERT.LIMIT_REACHED, ALERT.NOTHING_TO_WATCH
 */
export async function createAccountAlert(platform: Platform, caller: Member, body: AlertContent): Promise<Alert> {
  const member = memberOf(caller);
  const { watch, ...set } = await resolve(platform, member, body.watch);
  refuseUnknown('/fields', body.fields ?? [], fieldsOf({ watch, ...set }));
  const ways = chooseWays(null, body);
  const frequency = body.every;
  const time = { frequency, timeOfDay: body.at ?? DEFAULT_TIME, zone: body.zone ?? DEFAULT_ZONE };
  const { own, all } = await repository.countAlerts(platform.database, member);
  if (own >= MAX_ALERTS || all >= MAX_WORKSPACE_ALERTS) throw new AppError('ALERT.LIMIT_REACHED');
  const added = await atLatestMoment(platform.database, async (transaction) => {
    await requireSlack(transaction, member, ways);
    const alert: NewAlert = {
      workspaceId: member.workspaceId,
      createdBy: member.accountId,
      visibility: body.visibility ?? 'private',
      name: body.name,
      watch,
      ...set,
      changes: [...body.on],
      fields: body.fields ?? null,
      ...time,
      ...ways,
      position: 0,
      nextAt: nextDigestAt(time, platform.now()),
      createdAt: platform.now(),
    };
    return beginWatching(transaction, await repository.addAlert(transaction, alert));
  });
  // Other alerts may have been added at the same time.
  const max = { own: MAX_ALERTS, all: MAX_WORKSPACE_ALERTS };
  if (await repository.removeBeyond(platform.database, member, added.id, max)) throw new AppError('ALERT.LIMIT_REACHED');
  if (added.visibility === 'workspace')
    await noteActivity(platform.database, member, { action: 'shared', target: targetOf(added) }, platform.now());
  return requireAlert(await repository.findAlert(platform.database, member, added.id));
}

/**
 * Changes an alert. It watches what its author sees, whoever changes it.
 * @throws {AppError} REQUEST.INVALID for fields that never change in it, ALERT.NOT_FOUND, ALERT.NOTHING_TO_WATCH,
 * WORKSPACE.CHANGED_MEANWHILE, WORKSPACE.ROLE_MISSING
 */
export async function changeAccountAlert(
  platform: Platform,
  member: ActingMember,
  id: number,
  { watch, name, on, fields, every, at, zone, by, destination_id, visibility, based_on: basedOn }: AlertChanges,
): Promise<Alert> {
  const found = await repository.findAlert(platform.database, member, id);
  if (found === null) throw new AppError('ALERT.NOT_FOUND');
  const set = watch === undefined ? null : await resolveForBoth(platform, memberOf(member), repository.authorOf(found), watch);
  return atLatestMoment(platform.database, async (transaction) => {
    const known = await repository.lockAlert(transaction, member, id);
    if (known === null) throw new AppError('ALERT.NOT_FOUND');
    requireSameState(basedOn, known.updatedAt ?? known.createdAt, () => describeAlert(known));
    const named = fields === undefined && set !== null ? known.fields : fields;
    refuseUnknown('/fields', named ?? [], fieldsOf(set ?? known));
    const time = { frequency: every ?? known.frequency, timeOfDay: at ?? known.timeOfDay, zone: zone ?? known.zone };
    const isEnded = known.state === 'ended' && set === null;
    const ways = chooseWays(known, { by, destination_id });
    await requireSlack(transaction, member, ways);
    const object = { ...known, target: targetOf({ name: name ?? known.name }) };
    const shared = await changeVisibility(transaction, member, object, visibility, platform.now());
    const changed = await repository.changeAlert(transaction, id, {
      ...time,
      ...shared,
      nextAt: isEnded ? null : nextDigestAt(time, platform.now()),
      ...(name === undefined ? {} : { name }),
      ...(on === undefined ? {} : { changes: [...on] }),
      ...(fields === undefined ? {} : { fields }),
      ...ways,
      ...(set === null ? {} : { ...set, state: 'active' }),
      updatedAt: changedAt(platform.now(), known.updatedAt ?? known.createdAt),
    });
    if (changed === null) throw new AppError('ALERT.NOT_FOUND');
    if (set === null) return describeAlert(changed);
    await forgetMembers(transaction, id);
    return describeAlert({ ...changed, ...(await beginWatching(transaction, changed)) });
  });
}

/**
 * The same as `atOneMoment`, begun anew where somebody else, or a message, changed the alert, or the version of the workspace's
 * alerts, since that moment: then the change is judged by what is stored now.
 */
async function atLatestMoment<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await atOneMoment(database, work);
    } catch (error) {
      if (left === 0 || !causes(error).some((cause) => codeOf(cause) === CHANGED_SINCE)) throw error;
    }
  }
}

/** @throws {AppError} ALERT.NOT_FOUND */
export async function deleteAccountAlert({ database, now }: Platform, member: Member, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const gone = await repository.deleteAlert(transaction, member, id);
    if (gone === null) throw new AppError('ALERT.NOT_FOUND');
    await noteDeletion(transaction, member, { ...gone, target: targetOf(gone) }, now());
  });
}

const targetOf = ({ name }: { readonly name: string }) => `alert “${name}”`;

function requireAlert(alert: ShownAlert | null): Alert {
  if (alert === null) throw new AppError('ALERT.NOT_FOUND');
  return describeAlert(alert);
}

/** @throws {AppError} ALERT.NOT_FOUND */
export async function sendTestMessage(
  { database }: Platform,
  notifier: AlertNotifier,
  member: Member,
  id: number,
): Promise<AlertMessage> {
  const sent = await database.transaction(async (transaction) => {
    const alert = await repository.findAlert(transaction, member, id);
    if (alert === null) throw new AppError('ALERT.NOT_FOUND');
    const content = { title: testTitle(alert.name), count: 0, rows: [] };
    return { alert, message: await notifier.send(transaction, alert, content) };
  });
  await notifier.mailAccount(member.workspaceId);
  return describeMessage(sent);
}

export async function listAccountMessages(
  { database }: Platform,
  member: Member,
  { unread, page = 1, per_page: perPage = DEFAULT_MESSAGE_PAGE }: EndpointRequest<typeof listAlertMessages>['query'],
): Promise<EndpointResult<typeof listAlertMessages>> {
  const wanted = { member, isUnread: unread === 'true', skip: (page - 1) * perPage, take: perPage };
  const { messages, total } = await listMessages(database, wanted);
  return { data: messages.map(describeMessage), total, page, per_page: perPage };
}

/** @param ids null: all @throws {AppError} ALERT.MESSAGE_NOT_FOUND; nothing is marked then */
export async function markMessagesRead(
  { database, now }: Platform,
  member: Member,
  ids: readonly number[] | null,
): Promise<void> {
  const isDone = await database.transaction((transaction) => markRead(transaction, member, ids, now()));
  if (!isDone) throw new AppError('ALERT.MESSAGE_NOT_FOUND');
}

/** Ends the mails of an alert, whoever has the link. Again is as good as once. @throws {AppError} ALERT.NOT_FOUND */
export async function unsubscribe({ database, secrets }: Platform, token: string): Promise<void> {
  const id = createUnsubscribeTokens(secrets).read(token);
  const alert = id === null ? null : await repository.findAnyAlert(database, id);
  if (alert === null) throw new AppError('ALERT.NOT_FOUND');
  const channels = alert.channels.filter((channel) => channel !== 'mail');
  await repository.updateAlert(database, alert.id, { channels: channels.length === 0 ? ['app'] : channels });
}

export async function forgetOldMessages({ database, now }: Platform): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY);
  await repository.forgetOld(database, { messages: before(MESSAGES_RETENTION_DAYS), events: before(EVENTS_RETENTION_DAYS) });
  await forgetCommitsBefore(database, before(EVENTS_RETENTION_DAYS));
}

/**
 * Whoever changes an alert names only what they see; what it watches is then what its author sees of that.
 * @throws {AppError} ALERT.NOTHING_TO_WATCH
 */
async function resolveForBoth(platform: Platform, member: Member, author: Member, watch: Watch) {
  if (member.accountId !== author.accountId) await resolve(platform, member, watch);
  return resolve(platform, author, watch);
}

/** @throws {AppError} ALERT.NOTHING_TO_WATCH */
async function resolve(platform: Platform, member: Member, watch: Watch): Promise<WatchedSet & { readonly watch: Watch }> {
  switch (watch.kind) {
    case 'view': {
      const view = await openView(platform, member, watch.id).catch(() => null);
      if (view === null) throw new AppError('ALERT.NOTHING_TO_WATCH');
      return { watch, ...watchView(view.table, view.state.filters, member) };
    }
    case 'source': {
      const name = await findTrackedName(platform.database, member.workspaceId, watch);
      if (name === null) throw new AppError('ALERT.NOTHING_TO_WATCH');
      return { watch: { ...watch, name }, ...watchSource({ ...watch, name }, member) };
    }
    case 'list': {
      const id = /^[1-9]\d{0,14}$/.test(String(watch.id)) ? Number(watch.id) : null;
      const tableName = id === null ? null : await tableOfList(platform.database, member, id);
      if (id === null || tableName === null) throw new AppError('ALERT.NOTHING_TO_WATCH');
      return { watch: { kind: 'list', id }, tableName, filters: filtersOfList(member, id) };
    }
    default:
      return { watch, tableName: null, filters: {} };
  }
}

function describeAlert(alert: ShownAlert): Alert {
  return alertSchema.parse({
    id: alert.id,
    name: alert.name,
    watch: alert.watch,
    on: alert.changes,
    fields: alert.fields,
    every: alert.frequency,
    at: alert.timeOfDay,
    zone: alert.zone,
    by: alert.destinationId === null ? alert.channels : [...alert.channels, 'slack'],
    destination_id: alert.destinationId,
    state: alert.state,
    next_at: alert.nextAt?.toISOString() ?? null,
    created_at: alert.createdAt.toISOString(),
    updated_at: (alert.updatedAt ?? alert.createdAt).toISOString(),
    visibility: alert.visibility,
    created_by: alert.author,
  });
}

function describeMessage({ message, alert }: Awaited<ReturnType<typeof listMessages>>['messages'][number]): AlertMessage {
  const { id, alertId, createdAt, title, count, rows, link, readAt } = message;
  const table = alert === null ? undefined : tableShown(alert);
  const at = createdAt.toISOString();
  return {
    id,
    alert_id: alertId,
    at,
    title,
    count,
    ...(table === undefined ? {} : { table }),
    rows: rows.map(describeRow),
    link: link ?? linkOf(id),
    read: readAt !== null,
  };
}
