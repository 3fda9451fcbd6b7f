/**
 * Tells webhooks that rows of a data table changed: one event for all changes since the last one, at most every few seconds.
 * Positions and events are stored in one transaction of one moment, so nothing is missed when a server is killed. While many
 * events of this kind wait for a webhook, further changes join the next one.
 */
import { randomUUID } from 'node:crypto';
import { MAX_CHANGED_IDS } from '@leadloom/shared/contract/webhooks';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';
import { writeBody } from '../events/webhook-events.service.ts';
import { fullAccounts } from '../storage/account-storage.service.ts';
import { readTableVersions, slugOfTable, summarizeChanges } from '../tables/changes/summarize-changes.service.ts';
import { atOneMoment } from '../tables/one-moment.ts';
import type { TryParts } from './try-delivery.ts';
import type { StoredWebhook } from './webhooks.repository.ts';

const EVENT = 'table.rows_changed';
const WEBHOOKS_AT_ONCE = 500;
/** Events of changed rows that may wait for one webhook. */
const MOST_WAITING = 100;

export function createTableChangeNotifier({ platform, readRecipient }: Pick<TryParts, 'platform' | 'readRecipient'>) {
  const { config, database, now }: Platform = platform;

  async function notifySome(): Promise<number> {
    // A first look without waiting: while there is nothing to report, nobody waits for tables that somebody has locked.
    if (
      (await database.transaction(async (transaction) => lockBehind(transaction, await readTableVersions(transaction), 1)))
        .length === 0
    )
      return 0;
    return atOneMoment(database, async (transaction) => {
      const versions = await readTableVersions(transaction);
      const behind = await lockBehind(transaction, versions, WEBHOOKS_AT_ONCE);
      const notified = new Set<string>();
      const full = await fullAccounts(
        transaction,
        config,
        behind.map(({ workspaceId }) => workspaceId),
      );
      for (const { id, workspaceId, createdBy } of behind)
        if (!full.has(workspaceId) && (await readRecipient(workspaceId, createdBy))?.mayBeNotified === true) notified.add(id);
      for (const [table, until] of Object.entries(versions)) {
        const known = Map.groupBy(behind, ({ positions }) => positions[table] ?? until);
        for (const [after, group] of known)
          if (after < until)
            await addEvents(
              transaction,
              { table, after, until },
              group.filter(({ id }) => notified.has(id)),
            );
      }
      for (const { id } of behind) await transaction.update(webhooks).set({ positions: versions }).where(eq(webhooks.id, id));
      return behind.length;
    });
  }

  async function addEvents(
    transaction: Connection,
    { table, after, until }: { readonly table: string; readonly after: number; readonly until: number },
    group: readonly StoredWebhook[],
  ): Promise<void> {
    if (group.length === 0) return;
    const summary = await summarizeChanges(transaction, table, { after, until }, MAX_CHANGED_IDS);
    // A version also grows without a change of rows.
    if (summary.ids.length === 0) return;
    const at = now();
    const { ids, ...counts } = summary;
    const body = writeBody(EVENT, { table: slugOfTable(table), version: until, ...counts, ids }, at);
    await transaction.insert(webhookDeliveries).values(
      group.map(({ id, workspaceId }) => ({
        id: randomUUID(),
        workspaceId,
        webhookId: id,
        event: EVENT,
        body,
        state: 'waiting' as const,
        createdAt: at,
        nextTryAt: at,
      })),
    );
  }

  return {
    async notifyOfChanges(stopping?: AbortSignal): Promise<void> {
      while ((await notifySome()) === WEBHOOKS_AT_ONCE && stopping?.aborted !== true);
    },
  };
}

function lockBehind(
  transaction: Connection,
  versions: Readonly<Record<string, number>>,
  limit: number,
): Promise<StoredWebhook[]> {
  const isBehind = sql`exists (select from jsonb_each_text(${JSON.stringify(versions)}::jsonb) current
    where current.value::bigint > coalesce((${webhooks.positions} ->> current.key)::bigint, 0))`;
  const waiting: SQL = sql`(select count(*) from ${webhookDeliveries} waiting where waiting.webhook_id = ${webhooks.id}
    and waiting.state = 'waiting' and waiting.event = ${EVENT})`;
  return transaction
    .select()
    .from(webhooks)
    .where(
      and(eq(webhooks.state, 'active'), sql`${EVENT} = any(${webhooks.events})`, isBehind, sql`${waiting} < ${MOST_WAITING}`),
    )
    .orderBy(webhooks.id)
    .limit(limit)
    .for('update', { skipLocked: true });
}
