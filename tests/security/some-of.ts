/** The share of a family of attacks that is tried: `pnpm faults` tries all of them, every other command a part. */
import { isThorough } from '@leadloom/server/testing/thorough';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';

/** They have every kind of access and of filter that a data table has. */
const COMMON_TABLES: readonly TableName[] = ['companies', 'reviews', 'reddit-posts'];

/** One function makes the endpoints of all data tables, so that a fault in them is a fault of each table. */
export const triedTables: readonly TableName[] = isThorough() ? tableNames : COMMON_TABLES;

/** @param every tries each n-th case @param from the first case: callers that increase it try all cases together */
export function someOf<Case>(cases: readonly Case[], every: number, from = 0): readonly Case[] {
  return isThorough() ? cases : cases.filter((_, place) => (place + from) % every === 0);
}
