/**
 * Writes the messages of alerts: finds alerts that are behind, compares, and stores messages and new positions in one
 * transaction of one moment. A server that is killed has written all of a transaction or nothing; several servers share the
 * work, because each locks the alerts it takes.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { nextDigestAt } from '../../time/next-digest.ts';
import { type QueuedDelivery, queueDeliveries } from '../destinations/queue-deliveries.service.ts';
import { type AccountWebhookEvent, recordWebhookEvents } from '../events/webhook-events.service.ts';
import { fullAccounts } from '../storage/account-storage.service.ts';
import { readRowNames, readTableVersion, watchedTable } from '../tables/changes/watched-rows.service.ts';
import { COLLECTED_PEOPLE_ROWS } from '../tables/my-rows/listed-people.service.ts';
import { existingLists, readMarksVersion } from '../tables/my-rows/watched-lists.service.ts';
import { atOneMoment } from '../tables/one-moment.ts';
import { forgetMembers } from './alert-members.repository.ts';
import { addMessages, type NewMessage, type StoredMessage } from './alert-messages.repository.ts';
import type { StoredAlert } from './alerts.repository.ts';
import * as repository from './alerts.repository.ts';
import { beginWatching, listOf } from './begin-watching.ts';
import { createChangeCollector, type NotifiedChanges } from './collect-changes.ts';
import { compareListedPeople } from './compare-people.ts';
import { compareTable } from './compare-table.ts';
import { endTitle, titleOf } from './compose-message.ts';
import { createMessageMailer, type MailerParts } from './mail-messages.ts';
import { describeRow, toStoredRow } from './message-rows.ts';
import { changesOf, netEvents } from './net-events.ts';
import { resolveView } from './resolve-watch.ts';

/** Alerts handled in one transaction. Each account has few of them. */
const ALERTS_AT_ONCE = 60;
/** Alerts on tables handled in one transaction; they share what is read. */
const TABLE_ALERTS_AT_ONCE = 1_000;

interface MessageToSend extends Pick<NewMessage, 'title' | 'count' | 'rows'> {
  readonly alert: StoredAlert;
}

export type NotifierParts = MailerParts;

export type AlertNotifier = ReturnType<typeof createAlertNotifier>;

export function createAlertNotifier({ platform, readRecipient }: NotifierParts) {
  const { config, database, now } = platform;
  const mailer = createMessageMailer({ platform, readRecipient });

  /** @returns whether there may be more */
  async function notifySome(lock: Lock, limit: number): Promise<boolean> {
    // A first look without waiting: while there is nothing to report, nobody waits for tables that somebody has locked.
    if ((await database.transaction((transaction) => lock(transaction, 1))).length === 0) return false;
    // Writers of tables are not held up.
    const count = await atOneMoment(database, async (transaction) => {
      const locked = await lock(transaction, limit);
      for (const [tableName, ofTable] of Map.groupBy(locked, ({ tableName: name }) => name)) {
        if (tableName === null) for (const alert of ofTable) await notifyOfEvents(transaction, alert);
        else if (tableName === COLLECTED_PEOPLE_ROWS) await notifyOfListedPeople(transaction, ofTable);
        else await notifyOfTable(transaction, watchedTable(tableName), ofTable);
      }
      return locked.length;
    });
    return count === limit;
  }

  async function notifyOfTable(transaction: Connection, definition: TableDefinition, alerts: readonly StoredAlert[]) {
    const until = await readTableVersion(transaction, definition);
    const current = await withCurrentWatch(transaction, alerts);
    const versions = await readMarksVersions(transaction, current);
    const hasNewMarks = (alert: StoredAlert) => alert.myVersion !== null && alert.myVersion !== versions.get(alert.id);
    for (const [after, behind] of Map.groupBy(current, ({ position }) => position)) {
      const told = await compareTable(transaction, definition, behind, { after, until }, hasNewMarks);
      const names = await readRowNames(transaction, definition, idsOf([...told.values()].flat()));
      await deliver(transaction, told, (id) => names.get(id));
      const moves = behind.map((alert) => ({
        id: alert.id,
        myVersion: versions.get(alert.id) ?? null,
        nextAt: nextDigestAt(alert, now()),
      }));
      await repository.moveAlerts(transaction, until, moves);
    }
  }

  async function notifyOfListedPeople(transaction: Connection, alerts: readonly StoredAlert[]): Promise<void> {
    const current = await withCurrentWatch(transaction, alerts);
    const versions = await readMarksVersions(transaction, current);
    for (const alert of current) {
      const events = await repository.readEvents(transaction, alert);
      const messages = await compareListedPeople(transaction, alert, events);
      const names = await repository.readPeopleNames(transaction, alert.workspaceId, idsOf(messages));
      await deliver(transaction, new Map([[alert, messages]]), (id) => names.get(id));
      await move(transaction, alert, events.at(-1)?.id ?? alert.position, versions.get(alert.id));
    }
  }

  /** The version of what else decides for each alert; alerts about whose rows the rows alone decide are absent. */
  async function readMarksVersions(
    transaction: Connection,
    alerts: readonly StoredAlert[],
  ): Promise<ReadonlyMap<number, number>> {
    const versions = new Map<number, number>();
    for (const { id, workspaceId, tableName, myVersion, filters } of alerts)
      if (myVersion !== null && tableName !== null)
        versions.set(id, await readMarksVersion(transaction, { workspaceId, tableName }, filters));
    return versions;
  }

  /** Ends alerts whose view or list is gone, or no longer seen by their author, and begins those anew whose view has other filters now. @returns the others */
  async function withCurrentWatch(transaction: Connection, alerts: readonly StoredAlert[]): Promise<readonly StoredAlert[]> {
    const onViews = alerts.filter(({ watch }) => watch.kind === 'view');
    const states = await repository.readViewStates(transaction, onViews);
    const onLists = alerts.filter(({ watch }) => watch.kind === 'list');
    const existing = await existingLists(
      transaction,
      onLists.map((alert) => ({ ...repository.authorOf(alert), id: listOf(alert) })),
    );
    const stateOf = (alert: StoredAlert) => {
      if (alert.watch.kind === 'list') return existing.has(onLists.indexOf(alert)) ? 'same' : 'gone';
      return alert.watch.kind === 'view' ? resolveView(alert, states.get(alert.id)) : 'same';
    };
    const current: StoredAlert[] = [];
    for (const alert of alerts) {
      const state = stateOf(alert);
      if (state === 'same') current.push(alert);
      else if (state === 'gone') await end(transaction, alert);
      else await beginAnew(transaction, { ...alert, filters: state.filters });
    }
    return current;
  }

  async function beginAnew(transaction: Connection, alert: StoredAlert): Promise<void> {
    await repository.updateAlert(transaction, alert.id, { filters: alert.filters });
    await forgetMembers(transaction, alert.id);
    const { position } = await beginWatching(transaction, alert);
    await move(transaction, alert, position);
  }

  async function notifyOfEvents(transaction: Connection, alert: StoredAlert): Promise<void> {
    const events = await repository.readEvents(transaction, alert);
    const names = new Map<number, string>();
    const collector = createChangeCollector(null);
    for (const { subjectId, name, ...event } of alert.frequency === 'instant' ? events : netEvents(events)) {
      if (name !== null) names.set(subjectId, name);
      const fields =
        event.fields === null
          ? undefined
          : changesOf(event).filter(({ field }) => alert.fields === null || alert.fields.includes(field));
      if (!alert.changes.includes(event.change) || fields?.length === 0) continue;
      collector.add(event.id, { id: subjectId, change: event.change, ...(fields === undefined ? {} : { fields }) });
    }
    await deliver(transaction, new Map([[alert, collector.messages()]]), (id) => names.get(id));
    await move(transaction, alert, events.at(-1)?.id ?? alert.position);
  }

  /** @param myVersion undefined: as it is stored */
  async function move(transaction: Connection, alert: StoredAlert, position: number, myVersion?: number): Promise<void> {
    const told = { position, ...(myVersion === undefined ? {} : { myVersion }) };
    await repository.updateAlert(transaction, alert.id, { ...told, nextAt: nextDigestAt(alert, now()) });
  }

  async function end(transaction: Connection, alert: StoredAlert): Promise<void> {
    await repository.updateAlert(transaction, alert.id, { state: 'ended', nextAt: null });
    await forgetMembers(transaction, alert.id);
    const { accountId, workspaceId } = repository.authorOf(alert);
    const recipient = await readRecipient(workspaceId, accountId);
    if (recipient?.mayBeNotified === true) await send(transaction, alert, { title: endTitle(alert.name), count: 0, rows: [] });
  }

  /** Stores and sends messages. For workspaces whose storage is full nothing is stored or sent, now or later. */
  async function deliver(
    transaction: Connection,
    told: ReadonlyMap<StoredAlert, readonly NotifiedChanges[]>,
    nameOf: (id: number) => string | undefined,
  ): Promise<void> {
    const recipients = new Map<string, Awaited<ReturnType<NotifierParts['readRecipient']>>>();
    const content: MessageToSend[] = [];
    const withChanges = [...told].filter(([, changes]) => changes.length > 0);
    const full = await fullAccounts(
      transaction,
      config,
      withChanges.map(([{ workspaceId }]) => workspaceId),
    );
    for (const [alert, changes] of withChanges) {
      if (full.has(alert.workspaceId)) continue;
      const { accountId, workspaceId } = repository.authorOf(alert);
      const name = `${workspaceId} ${accountId}`;
      const recipient = recipients.get(name) ?? (await readRecipient(workspaceId, accountId));
      recipients.set(name, recipient);
      if (recipient?.mayBeNotified !== true) continue;
      for (const { counts, rows } of changes) {
        const named = rows.map((row) => toStoredRow(row, nameOf(row.id)));
        const count = counts.added + counts.changed + counts.removed;
        content.push({ alert, title: titleOf(alert.name, counts), count, rows: named });
      }
    }
    await sendAll(transaction, content);
  }

  /** Stores the messages, and sends them to webhooks and Slack. Those to be mailed say so. @returns in the same order */
  async function sendAll(transaction: Connection, messages: readonly MessageToSend[]): Promise<readonly StoredMessage[]> {
    const createdAt = now();
    const stored = await addMessages(
      transaction,
      messages.map(({ alert, title, count, rows }) => ({
        workspaceId: alert.workspaceId,
        alertId: alert.id,
        title,
        count,
        rows,
        createdAt,
        isMailDue: alert.channels.includes('mail'),
      })),
    );
    const events = new Map<WorkspaceId, AccountWebhookEvent[]>();
    const deliveries: QueuedDelivery[] = [];
    for (const [at, { alert, title, count, rows }] of messages.entries()) {
      const id = stored[at]?.id ?? 0;
      if (alert.channels.includes('webhook')) {
        const data = { alert_id: alert.id, message_id: id, title, count, rows: rows.map(describeRow) };
        events.set(alert.workspaceId, [...(events.get(alert.workspaceId) ?? []), { type: 'alert.fired', data }]);
      }
      const { workspaceId, destinationId } = alert;
      if (destinationId !== null)
        deliveries.push({ workspaceId, destinationId, event: 'alert.fired', task: { kind: 'alert', messageId: id } });
    }
    for (const [workspaceId, ofAccount] of events) await recordWebhookEvents(transaction, workspaceId, ofAccount, createdAt);
    await queueDeliveries(transaction, deliveries, createdAt);
    return stored;
  }

  async function send(
    transaction: Connection,
    alert: StoredAlert,
    content: Pick<NewMessage, 'title' | 'count' | 'rows'>,
  ): Promise<StoredMessage> {
    const [stored] = await sendAll(transaction, [{ alert, ...content }]);
    if (stored === undefined) throw new Error('a message was not stored');
    return stored;
  }

  /** Corrects the times of digests that a clock that was ahead put off. */
  async function correctTimes(): Promise<void> {
    await database.transaction(async (transaction) => {
      for (const alert of await repository.lockImplausibleAlerts(transaction, now(), TABLE_ALERTS_AT_ONCE))
        await repository.updateAlert(transaction, alert.id, { nextAt: nextDigestAt(alert, now()) });
    });
  }

  /** Ends alerts whose watched view or list is gone. */
  async function endWidowed(): Promise<void> {
    await database.transaction(async (transaction) => {
      const widowed = await repository.lockWidowedAlerts(transaction, ALERTS_AT_ONCE);
      for (const alert of widowed) await end(transaction, alert);
    });
  }

  async function notifyAll(lock: Lock, limit: number, stopping?: AbortSignal): Promise<void> {
    while ((await notifySome(lock, limit)) && stopping?.aborted !== true);
  }

  return {
    /** Handles instant alerts that are behind. */
    async notifyInstantly(stopping?: AbortSignal): Promise<void> {
      await endWidowed();
      await notifyAll(repository.lockInstantAlerts, TABLE_ALERTS_AT_ONCE, stopping);
      await notifyAll(repository.lockEventAlerts, ALERTS_AT_ONCE, stopping);
      await mailer.mailAll(stopping);
    },
    /** Digests that are due. */
    async notifyDigests(stopping?: AbortSignal): Promise<void> {
      await correctTimes();
      const lockDue: Lock = (transaction, limit) => repository.lockDueAlerts(transaction, now(), limit);
      await notifyAll(lockDue, TABLE_ALERTS_AT_ONCE, stopping);
      await mailer.mailAll(stopping);
    },
    /** Stores a message. Once it is committed, `mailAccount` mails it. */
    send,
    mailAccount: mailer.mailAccount,
  };
}

/** Locks alerts that are behind for the transaction, up to a limit. */
type Lock = (transaction: Connection, limit: number) => Promise<StoredAlert[]>;

/** The ids of all rows, each once. */
function idsOf(messages: readonly NotifiedChanges[]): readonly number[] {
  return [...new Set(messages.flatMap(({ rows }) => rows.map(({ id }) => id)))];
}
