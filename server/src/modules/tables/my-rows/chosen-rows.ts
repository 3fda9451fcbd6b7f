/** The rows that a request names: some by their ids, or all that match filters of their table. */

import { momentSchema } from '@leadloom/shared/contract/list-parameters';
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { filterShape, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Connection, Transaction } from '../../../database/database.ts';
import { validate } from '../../../http/validate.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { filterCondition } from '../filters/filter-sql.ts';
import { bindMyFilters } from '../filters/my-filters.ts';
import { requestFilters } from '../filters/request-filters.ts';
import { requireGatedTables, requireReadableLinks } from '../overview/readable-tables.service.ts';
import type { MemberRows, MyTableRows } from './my-rows.repository.ts';
import { rowsFrom, tableNamed } from './named-rows.ts';
import { requireListOf } from './require-list.ts';

export interface ChosenRows {
  readonly ids?: readonly number[] | undefined;
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A query of the ids of collected people that match the filters of their list, which the module that holds them knows.
 * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
 */
export type MatchPeople = (connection: Connection, member: Member, filters: Readonly<Record<string, unknown>>) => Promise<SQL>;

const bodySchema = z.object({ filters: z.record(z.string(), z.unknown()) });

/**
 * A condition on `id` and, unless the rows are collected people, the table's columns. Whoever may not read the rows that filters
 * ask about may not choose by them either: the number of chosen rows would tell about them.
 * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
 */
export async function conditionOf(
  platform: Pick<Platform, 'config' | 'now'>,
  connection: Connection,
  rows: MemberRows,
  { ids, filters = {} }: ChosenRows,
  matchPeople: MatchPeople,
): Promise<SQL> {
  if (ids !== undefined) return sql`id = any(${sql.param(ids)}::bigint[])`;
  const table = tableNamed(rows.tableName);
  if (table === COLLECTED_PEOPLE) return sql`id in (${await matchPeople(connection, rows, filters)})`;
  const definition = tableByName(table);
  const schema = z.strictObject({ ...filterShape(definition), [UPDATED_AFTER]: z.optional(momentSchema) });
  const read = bodySchema.parse(validate(z.object({ filters: schema }), { filters }, 'body'));
  const known = requestFilters(definition, read.filters, '/filters');
  if (definition.isGated) await requireGatedTables(platform, connection, rows.workspaceId);
  else await requireReadableLinks(platform, connection, definition, known, rows.workspaceId);
  await requireListOf(connection, rows, known);
  return filterCondition(definition, bindMyFilters(known, rows, 0, platform.now())) ?? sql`true`;
}

/** The number of matching rows, before they are locked. */
export async function countChosen(transaction: Transaction, rows: MyTableRows, condition: SQL): Promise<number> {
  const { rows: counted } = await transaction.execute<{ count: string }>(
    sql`select count(*) as count from ${rowsFrom(rows)} known where ${condition}`,
  );
  return Number(counted[0]?.count);
}
