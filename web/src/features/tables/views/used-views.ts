/**
 * The views an account opened last in this browser, by table. They decide which views are tabs; without storage
 * the order by name does.
 */
import type { TableName } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { parseJson } from '../../../lib/api-client/api-error.ts';

const keptSchema = z.object({ account: z.string(), ids: z.array(z.string()) });
const KEPT = 20;

/** Last used first. */
export function readUsedViews(account: string, table: TableName): readonly string[] {
  try {
    const kept = keptSchema.safeParse(parseJson(localStorage.getItem(storageKey(table)) ?? ''));
    return kept.success && kept.data.account === account ? kept.data.ids : [];
  } catch {
    return [];
  }
}

export function noteUsedView(account: string, table: TableName, id: string): readonly string[] {
  const ids = [id, ...readUsedViews(account, table).filter((other) => other !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(storageKey(table), JSON.stringify({ account, ids }));
  } catch {
    // Storage that is full or forbidden: the order holds for this page.
  }
  return ids;
}

function storageKey(table: TableName): string {
  return `leadloom-used-views-${table}`;
}
