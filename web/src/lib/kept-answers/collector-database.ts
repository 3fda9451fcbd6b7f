/** Where the collector keeps values of an account in this browser, under keys that begin with the account's. */
import type { UseStore } from 'idb-keyval';
import { createStrictStore } from './strict-store.ts';

const DATABASE = 'leadloom-collector';
const STORE = 'kept';

let opened: UseStore | null = null;
/** Accounts that signed out in this page: work that was still under way then keeps nothing any more. */
const forgotten = new Set<string>();

export function collectorDatabase(): UseStore {
  opened ??= createStrictStore(DATABASE, STORE);
  return opened;
}

export function isForgotten(accountKey: string): boolean {
  return forgotten.has(accountKey);
}

/** @param isOver false: the account signed in again */
export function setForgotten(accountKey: string, isOver: boolean): void {
  if (isOver) forgotten.add(accountKey);
  else forgotten.delete(accountKey);
}
