/**
 * Whether the account is a member of other workspaces than its own, as this browser was told last. Most accounts work alone,
 * and see nothing of workspaces in the frame.
 */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';
import { onAccountChange, session } from '../session/session.ts';

const STORAGE_KEY = 'leadloom-other-workspaces';
const storedSchema = z.object({ account: z.string(), count: z.int() });
type Known = z.infer<typeof storedSchema>;

let known: Known | null = null;
const listeners = new Set<() => void>();

onAccountChange(() => {
  known = null;
});

/** How many other workspaces there are, which is 0 until it is known. */
export function useOtherWorkspaces(): number {
  return useSyncExternalStore(subscribe, countOthers);
}

export function rememberOthers(count: number): void {
  const account = session.accountKey();
  if (account === null) return;
  known = { account, count };
  try {
    if (count === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(known));
  } catch {
    // Storage that is full or forbidden: the server is asked anew.
  }
  for (const listener of listeners) listener();
}

function countOthers(): number {
  const account = session.accountKey();
  if (known?.account !== account) known = account === null ? null : { account, count: readCount(account) };
  return known?.count ?? 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readCount(account: string): number {
  try {
    const { data } = storedSchema.safeParse(parseJson(localStorage.getItem(STORAGE_KEY) ?? ''));
    return data?.account === account ? data.count : 0;
  } catch {
    return 0;
  }
}
