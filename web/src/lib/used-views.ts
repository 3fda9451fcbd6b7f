/**
 * The views an account opened last in this browser, of each table and of all. They decide which views are tabs, and what
 * the dashboard offers; without storage the order by name does.
 */
import type { TableName } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { parseJson } from './api-client/api-error.ts';

const storedSchema = z.object({ account: z.string(), ids: z.array(z.string()) });
const KEPT = 20;
const OF_ALL_TABLES = 'leadloom-used-views';

/** Last used first. @param table null: of all tables */
export function readUsedViews(account: string, table: TableName | null): readonly string[] {
  try {
    const stored = storedSchema.safeParse(parseJson(localStorage.getItem(storageKey(table)) ?? ''));
    return stored.success && stored.data.account === account ? stored.data.ids : [];
  } catch {
    return [];
  }
}

/** @returns those of the table */
export function noteUsedView(account: string, table: TableName, id: string): readonly string[] {
  put(account, null, id);
  return put(account, table, id);
}

function put(account: string, table: TableName | null, id: string): readonly string[] {
  const ids = [id, ...readUsedViews(account, table).filter((other) => other !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(storageKey(table), JSON.stringify({ account, ids }));
  } catch {
    // Storage that is full or forbidden: the order holds for this page.
  }
  return ids;
}

function storageKey(table: TableName | null): string {
  return table === null ? OF_ALL_TABLES : `${OF_ALL_TABLES}-${table}`;
}
