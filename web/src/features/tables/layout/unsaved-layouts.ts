/**
 * Changes of layouts that the server has not saved yet, kept in this browser until it has: by account, since several
 * people may use one browser. Without storage they are lost with the page, and nothing else is.
 */
import { type LayoutChange, layoutChangeSchema } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { parseJson } from '../../../lib/api-client/api-error.ts';

const storedSchema = z.object({ account: z.string(), ...layoutChangeSchema.shape });

export function readUnsavedLayout(account: string, table: TableName): LayoutChange | null {
  try {
    const stored = storedSchema.safeParse(parseJson(localStorage.getItem(storageKey(table)) ?? ''));
    if (!stored.success || stored.data.account !== account) return null;
    const { account: _, ...change } = stored.data;
    return change;
  } catch {
    return null;
  }
}

export function keepUnsavedLayout(account: string, table: TableName, change: LayoutChange): void {
  try {
    localStorage.setItem(storageKey(table), JSON.stringify({ account, ...change }));
  } catch {
    // Storage that is full or forbidden: the layout still holds for this page.
  }
}

export function dropUnsavedLayout(table: TableName): void {
  try {
    localStorage.removeItem(storageKey(table));
  } catch {
    // Nothing was kept then.
  }
}

function storageKey(table: TableName): string {
  return `leadloom-unsaved-columns-${table}`;
}
