/** Rows of visits. Every statement names the account. */
import { VISIT_MINUTES } from '@leadloom/shared/contract/table-visits';
import { getTableName, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { columnsAs } from '../../../schema/visible-rows.ts';
import { isOpenTo } from './table-views.repository.ts';

export interface VisitedScreen {
  readonly accountId: number;
  /** The name in the contract and in addresses. */
  readonly table: string;
  readonly viewId: string | null;
}

const storedSchema = z.array(
  z.object({
    table_name: z.string(),
    view_id: z.string(),
    since: z.coerce.date(),
    name: z.nullable(z.string()),
    state: z.unknown(),
  }),
);
const beganSchema = z.tuple([z.object({ since: z.coerce.date(), is_first: z.boolean() })]);

const moment = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;

/**
 * Whether the visit continues at this moment: it was seen lately, and not by a clock ahead, in a session that has not
 * ended.
 */
const goesOn = (now: Date): SQL => sql`(visit.seen_at > ${moment(now)} - make_interval(mins => ${VISIT_MINUTES})
  and visit.seen_at < ${moment(now)} + make_interval(mins => ${VISIT_MINUTES})
  and exists (select from sessions where sessions.id = visit.session_id and sessions.account_id = visit.account_id
    and sessions.revoked_at is null and sessions.expires_at > ${moment(now)}))`;

/** Goes on with the visit, or starts a new one. */
export async function noteVisit(
  transaction: Transaction,
  { accountId, table, viewId }: VisitedScreen,
  sessionId: string,
  now: Date,
): Promise<{ readonly since: Date; readonly isFirst: boolean }> {
  const { rows } = await transaction.execute(sql`
    insert into table_visits as visit (account_id, table_name, view_id, session_id, started_at, seen_at, since)
    values (${accountId}, ${table}, ${viewId ?? ''}, ${sessionId}::uuid, ${moment(now)}, ${moment(now)}, ${moment(now)})
    on conflict (account_id, table_name, view_id) do update set
      since = case when ${goesOn(now)} then visit.since else least(visit.started_at, excluded.started_at) end,
      started_at = case when ${goesOn(now)} then visit.started_at else excluded.started_at end,
      seen_at = case when ${goesOn(now)} then greatest(visit.seen_at, excluded.seen_at) else excluded.seen_at end,
      session_id = excluded.session_id
    returning since, xmax = 0 as is_first`);
  const [{ since, is_first: isFirst }] = beganSchema.parse(rows);
  return { since, isFirst };
}

/** Forgets all but the visits seen last. */
export async function forgetOldVisits(transaction: Transaction, accountId: number, kept: number): Promise<void> {
  await transaction.execute(sql`delete from table_visits where account_id = ${accountId}
    and (table_name, view_id) in (select table_name, view_id from table_visits where account_id = ${accountId}
      order by seen_at desc, table_name, view_id offset ${kept})`);
}

export interface StoredVisit {
  readonly table: string;
  /** The view; null: the table without a view. */
  readonly view: { readonly id: string; readonly name: string; readonly state: unknown } | null;
  readonly since: Date;
}

/**
 * Lists visits, those seen last first, as a screen opened now would count, without those of views that the member cannot open any
 * more.
 */
export async function listVisits(database: Database, member: Member, now: Date): Promise<readonly StoredVisit[]> {
  const { rows } = await database.execute(sql`
    select visit.table_name, visit.view_id, view.name, view.state,
      case when ${goesOn(now)} then visit.since else least(visit.started_at, ${moment(now)}) end as since
    from table_visits visit left join table_views view on view.id = visit.view_id and view.table_name = visit.table_name
      and ${isOpenTo(columnsAs('view'), member)}
    where visit.account_id = ${member.accountId} and (visit.view_id = '' or view.id is not null)
    order by visit.seen_at desc, visit.table_name, visit.view_id`);
  return storedSchema.parse(rows).map(({ table_name: table, view_id: id, name, state, since }) => ({
    table,
    view: name === null ? null : { id, name, state },
    since,
  }));
}

/** The workspace's collected people who were added or changed since. */
export function newPeople(workspaceId: WorkspaceId, since: Date): { readonly table: string; readonly condition: SQL } {
  const { workspaceId: owner, updatedAt } = linkedinProfiles;
  return { table: getTableName(linkedinProfiles), condition: sql`${owner} = ${workspaceId} and ${updatedAt} > ${moment(since)}` };
}

/** Counts matching rows up to a number; ends after the given time. @throws if that was too short */
export async function countUpTo(
  database: Database,
  tableName: string,
  condition: SQL,
  { max, milliseconds }: { readonly max: number; readonly milliseconds: number },
): Promise<number> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
    const { rows } = await transaction.execute<{ count: string }>(sql`select count(*) as count from (
      select from ${sql.identifier(tableName)} where ${condition} limit ${max}) counted`);
    return Number(rows[0]?.count);
  });
}
