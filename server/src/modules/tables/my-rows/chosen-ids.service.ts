/** The ids of the rows that a choice means at this moment, for whoever has to say before which rows something will be done to. */
import type { TableName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { type ChosenRows, conditionOf } from './chosen-rows.ts';
import { memberRowsOf, rowsFrom } from './named-rows.ts';

interface IdChoice extends ChosenRows {
  readonly table: TableName;
  /** The number of rows that are read at most, by their ids. */
  readonly most: number;
}

/**
 * @returns the first ids in ascending order, each once
 * @throws {AppError} as `conditionOf`; ROWS.NOT_FOUND where one of the named ids has no row
 */
export async function findChosenIds(
  platform: Pick<Platform, 'config' | 'database' | 'now'>,
  member: Member,
  { table, most, ids, filters }: IdChoice,
): Promise<readonly number[]> {
  const { database } = platform;
  const rows = memberRowsOf(member, table);
  const noPeople = () => Promise.reject(new Error('the rows of a data table are chosen'));
  const condition = await conditionOf(platform, database, rows, { ids, filters }, noPeople);
  const { rows: found } = await database.execute<{ id: string }>(
    sql`select id from ${rowsFrom(rows)} known where ${condition} order by id limit ${most}`,
  );
  if (ids !== undefined && found.length < Math.min(new Set(ids).size, most)) throw new AppError('ROWS.NOT_FOUND');
  return found.map(({ id }) => Number(id));
}
