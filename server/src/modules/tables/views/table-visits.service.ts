/**
 * Visits of tables: since when rows are new to an account. A visit goes on as long as its screen is seen again within half
 * an hour and its session lives. Rows are new that changed after the visit before began: what changed while it went on may
 * not have been on the screen, and would otherwise never be new (record 0039).
 */

import { COLLECTED_PEOPLE, type MyTable } from '@leadloom/shared/contract/my-rows';
import { tableViewSchema } from '@leadloom/shared/contract/table-views';
import { MAX_NEW_ROWS, MAX_TABLE_VISITS, type TableVisit } from '@leadloom/shared/contract/table-visits';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import type { SQL } from 'drizzle-orm';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import { causes, codeOf } from '../../../http/classify-error.ts';
import type { Caller } from '../../../http/route.ts';
import { type Member, personalWorkspaceOf } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { limitFor } from '../../accounts/storage-room.service.ts';
import { filtersOfView } from '../changes/watched-rows.service.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { linkedTablesOf, listReadableTables } from '../overview/readable-tables.service.ts';
import { openView } from './table-views.service.ts';
import { countUpTo, forgetOldVisits, listVisits, newPeople, noteVisit, type StoredVisit } from './table-visits.repository.ts';

/** Milliseconds of one count, and of all counts of an answer. */
const COUNT_TIME = 1_000;
const COUNTS_TIME = 4_000;
/** PostgreSQL: a statement reached its time limit. */
const TIMED_OUT = '57014';
const PEOPLE_TITLE = 'Collected people';
const stateSchema = tableViewSchema.shape.state;

interface Screen {
  readonly table: MyTable;
  readonly view_id: string | null;
}

/** @throws {AppError} VIEW.NOT_FOUND, also for a view of another table */
export async function goOnWithVisit(
  platform: Platform,
  { accountId, workspaceId, sessionId }: Caller,
  { table, view_id: viewId }: Screen,
): Promise<Screen & { readonly since: string }> {
  const { database, now } = platform;
  if (viewId !== null && (await openView(platform, { accountId, workspaceId }, viewId)).table !== table)
    throw new AppError('VIEW.NOT_FOUND');
  const { since } = await database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `table-visits:${accountId}`);
    const noted = await noteVisit(transaction, { accountId, table, viewId }, sessionId, now());
    if (noted.isFirst)
      await forgetOldVisits(
        transaction,
        accountId,
        await limitFor(transaction, personalWorkspaceOf(accountId), MAX_TABLE_VISITS),
      );
    return noted;
  });
  return { table, view_id: viewId, since: since.toISOString() };
}

/**
 * Tables that the account may not read now are left out, and so are views whose filters ask about rows of such a table, or whose
 * rows take too long to count.
 */
export async function listTableVisits(platform: Platform, caller: Caller): Promise<TableVisit[]> {
  const { database, now } = platform;
  const readable: readonly MyTable[] = [...(await listReadableTables(platform, caller)), COLLECTED_PEOPLE];
  const until = performance.now() + COUNTS_TIME;
  const listed: TableVisit[] = [];
  for (const visit of await listVisits(database, caller, now())) {
    const table = readable.find((name) => name === visit.table);
    if (table === undefined) continue;
    const milliseconds = Math.ceil(Math.min(COUNT_TIME, until - performance.now()));
    if (milliseconds <= 0) break;
    const counted = newRows(caller, table, visit, readable);
    const count = counted === null ? null : await countNew(platform, counted, milliseconds);
    if (count === null) continue;
    const name = visit.view?.name ?? (table === COLLECTED_PEOPLE ? PEOPLE_TITLE : tableByName(table).title);
    listed.push({ table, view_id: visit.view?.id ?? null, name, since: visit.since.toISOString(), new: count });
  }
  return listed;
}

interface CountedRows {
  /** The table's name in the database. */
  readonly table: string;
  readonly condition: SQL;
}

/** The condition of new rows; null: the view has an unsupported form, or asks about rows that the account may not read. */
function newRows(member: Member, table: MyTable, { view, since }: StoredVisit, readable: readonly MyTable[]): CountedRows | null {
  if (table === COLLECTED_PEOPLE) return newPeople(member.workspaceId, since);
  const definition = tableByName(table);
  const state = view === null ? undefined : stateSchema.safeParse(view.state);
  if (state?.success === false) return null;
  const filters = state === undefined ? {} : filtersOfView(definition, state.data.filters, member);
  if (!linkedTablesOf(definition, filters).every((linked) => readable.includes(linked))) return null;
  const condition = filterCondition(definition, { ...filters, [UPDATED_AFTER]: since.toISOString() });
  if (condition === null) throw new Error('a count of new rows has no condition');
  return { table: databaseName(definition), condition };
}

/** Counts new rows; null: it takes too long. */
async function countNew({ database }: Platform, { table, condition }: CountedRows, milliseconds: number): Promise<number | null> {
  try {
    return await countUpTo(database, table, condition, { max: MAX_NEW_ROWS, milliseconds });
  } catch (error) {
    if (causes(error).some((cause) => codeOf(cause) === TIMED_OUT)) return null;
    throw error;
  }
}
