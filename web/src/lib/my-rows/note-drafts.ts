/**
 * Notes that were begun and not saved, by row, so that nothing is lost when another row is opened. They end with the page
 * and with the session, as all data of an account does.
 */
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const drafts = new WeakMap<QueryClient, Map<string, string>>();

/** @returns the note that was begun on the row, and what changes it; empty: none */
export function useNoteDraft(table: MyTable, id: number): readonly [string, (text: string) => void] {
  const client = useQueryClient();
  const key = `${table} ${id}`;
  const [draft, setDraft] = useState(() => drafts.get(client)?.get(key) ?? '');
  function change(text: string): void {
    const ofAccount = drafts.get(client) ?? new Map<string, string>();
    drafts.set(client, ofAccount);
    if (text === '') ofAccount.delete(key);
    else ofAccount.set(key, text);
    setDraft(text);
  }
  return [draft, change];
}
