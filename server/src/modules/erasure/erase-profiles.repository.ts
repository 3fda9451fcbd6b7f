/**
 * Collected profiles of a person in all workspaces, and list entries of all accounts: only an erasure does not ask whose
 * they are. Together with a profile the database deletes its sections, tags, history and raw answers.
 */
import { inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { accountEvents, alertMessages, alerts } from '../../schema/alerts.table.ts';
import { collectorEntries, linkedinProfiles } from '../../schema/linkedin.table.ts';
import { webhookDeliveries } from '../../schema/webhooks.table.ts';
import { workspaceMembers } from '../../schema/workspaces.table.ts';
import type { PersonFacts } from '../suppression/person/person-keys.ts';
import { profileFacts } from '../suppression/profile-facts.service.ts';
import { type Clues, isMailbox, isNamed } from './find-rows.repository.ts';

const BATCH = 5_000;

export interface FoundProfile {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  /** The account that collected the person first. */
  readonly saidBy: number;
  readonly facts: PersonFacts;
}

/** @param clues null: every profile */
export async function* findProfiles(connection: Connection, clues: Clues | null): AsyncGenerator<FoundProfile> {
  const condition =
    clues === null
      ? sql`true`
      : sql`(profile_key = any(${sql.param(clues.slugs)}::text[]) or lower(member_id) = any(${sql.param(clues.slugs)}::text[])
          or ${isMailbox(sql`email`, clues)} or ${isNamed(sql`fold_text(full_name)`, clues)})`;
  for (let last = 0; ; ) {
    const { rows } = await connection.execute<
      Record<'id' | 'account_id' | 'said_by' | 'member_id' | 'profile_key', string> &
        Record<'full_name' | 'email' | 'company_name', string | null>
    >(sql`
      select id, account_id, coalesce(collected_by, account_id) as said_by, member_id, profile_key, full_name, email, company_name
      from ${linkedinProfiles}
      where id > ${last} and ${condition} order by id limit ${BATCH}`);
    for (const row of rows)
      yield {
        id: Number(row.id),
        workspaceId: Number(row.account_id) as WorkspaceId,
        saidBy: Number(row.said_by),
        facts: profileFacts({
          memberId: row.member_id,
          profileKeys: [row.profile_key],
          name: row.full_name,
          email: row.email,
          employer: row.company_name,
        }),
      };
    if (rows.length < BATCH) return;
    last = Number(rows.at(-1)?.id);
  }
}

export interface FoundEntry {
  readonly accountId: number;
  /** The personal one of its account. */
  readonly workspaceId: WorkspaceId;
  /** All workspaces of its account. */
  readonly workspaceIds: readonly WorkspaceId[];
  readonly saidBy: number;
  readonly id: string;
  readonly facts: PersonFacts;
}

/** @param clues null: every entry */
export async function* findEntries(connection: Connection, clues: Clues | null): AsyncGenerator<FoundEntry> {
  const condition =
    clues === null
      ? sql`true`
      : sql`(profile_key = any(${sql.param(clues.slugs)}::text[]) or lower(profile_id) = any(${sql.param(clues.slugs)}::text[]) or ${isMailbox(sql`email`, clues)})`;
  for (let last = 0; ; ) {
    const { rows } = await connection.execute<
      Record<'position' | 'account_id' | 'id' | 'profile_key', string> &
        Record<'profile_id' | 'email', string | null> & { readonly workspaces: readonly string[] }
    >(sql`
      select position, account_id, id, profile_key, profile_id, email,
        array(select workspace_id::text from ${workspaceMembers} where account_id = ${collectorEntries}.account_id) as workspaces
      from ${collectorEntries}
      where position > ${last} and ${condition} order by position limit ${BATCH}`);
    for (const row of rows)
      yield {
        accountId: Number(row.account_id),
        workspaceId: personalWorkspaceOf(Number(row.account_id)),
        workspaceIds: row.workspaces.map((id) => Number(id) as WorkspaceId),
        saidBy: Number(row.account_id),
        id: row.id,
        facts: profileFacts({
          memberId: row.profile_id,
          profileKeys: [row.profile_key],
          name: null,
          email: row.email,
          employer: null,
        }),
      };
    if (rows.length < BATCH) return;
    last = Number(rows.at(-1)?.position);
  }
}

/** Whoever collects them is waited for. */
export async function lockProfiles(transaction: Connection, ids: readonly number[]): Promise<void> {
  const wanted = sql`any(${sql.param(ids)}::bigint[])`;
  await transaction.execute(sql`select from ${linkedinProfiles} where id = ${wanted} order by id for update`);
}

/** Deletes profiles together with all messages and events about them. */
export async function deleteProfiles(transaction: Connection, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = sql`any(${sql.param(ids)}::bigint[])`;
  await transaction.execute(sql`delete from ${accountEvents} where kind = 'people' and subject_id = ${wanted}`);
  await transaction.execute(sql`
    delete from ${webhookDeliveries} where event in ('profile.collected', 'profile.changed')
      and (body::jsonb #>> '{data,user_id}')::bigint = ${wanted}`);
  await transaction.delete(linkedinProfiles).where(inArray(linkedinProfiles.id, [...ids]));
  await hideNames(transaction, sql`(${alerts.watch} ->> 'kind' = 'people' or ${alerts.tableName} = 'collected_people')`, ids);
}

export async function deleteEntries(transaction: Connection, entries: readonly FoundEntry[]): Promise<void> {
  const accountIds = [...new Set(entries.map(({ accountId }) => accountId))].toSorted((one, other) => one - other);
  for (const accountId of accountIds) {
    await lockForTransaction(transaction, `collector-rows:${accountId}`);
    const ids = entries.filter((entry) => entry.accountId === accountId).map(({ id }) => id);
    await transaction.execute(
      sql`delete from ${collectorEntries} where account_id = ${accountId} and id = any(${sql.param(ids)}::uuid[])`,
    );
  }
}

/** Removes the names and values of rows from messages of alerts, which keep that something happened, and from deliveries of webhooks. */
export async function hideNames(
  transaction: Connection,
  ofAlerts: ReturnType<typeof sql>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const isOne = sql`(told ->> 'id')::bigint = any(${sql.param(ids)}::bigint[])`;
  await transaction.execute(sql`
    update ${alertMessages} message
    set rows = (select jsonb_agg(case when ${isOne} then told - 'name' - 'changes' else told end order by place)
      from jsonb_array_elements(message.rows) with ordinality listed(told, place))
    where alert_id in (select id from ${alerts} where ${ofAlerts})
      and exists (select from jsonb_array_elements(message.rows) told where ${isOne} and told ?| array['name', 'changes'])`);
  // The alert may have been deleted since.
  await transaction.execute(sql`
    delete from ${webhookDeliveries} where event = 'alert.fired'
      and not exists (select from ${alerts} where id = (body::jsonb #>> '{data,alert_id}')::bigint and (${ofAlerts}) is not true)
      and exists (select from jsonb_array_elements(body::jsonb #> '{data,rows}') told where ${isOne})`);
}
