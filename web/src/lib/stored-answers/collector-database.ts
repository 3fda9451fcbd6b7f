/**
 * The store in which the collector keeps values of an account in this browser, under keys that begin with their owner: the
 * account, or the account in one shared workspace, as `ownerKey` names it. What was collected for one workspace is saved in no
 * other.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';

const DATABASE = 'leadloom-collector';
const STORE = 'kept';

let opened: UseStore | null = null;
/** Accounts that signed out in this page: work that was still under way then keeps nothing any more. */
const forgotten = new Set<string>();

export function collectorDatabase(): UseStore {
  opened ??= createStrictStore(DATABASE, STORE);
  return opened;
}

/** The account of an owner. */
export function accountOf(owner: string): string {
  return owner.split('/')[0] ?? owner;
}

export function isForgotten(owner: string): boolean {
  return forgotten.has(accountOf(owner));
}

/** @param isOver false: the account signed in again */
export function setForgotten(accountKey: string, isOver: boolean): void {
  if (isOver) forgotten.add(accountKey);
  else forgotten.delete(accountKey);
}

/**
 * A store whose writes resolve only once they are on disk, so they survive a killed browser. By default the system decides
 * when to write. In all other ways the store is idb-keyval's.
 */
export function createStrictStore(databaseName: string, storeName: string): UseStore {
  let opened: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    if (opened !== null) return opened;
    const request = indexedDB.open(databaseName);
    request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
    const opening = promisifyRequest(request);
    opened = opening;
    const forget = (): void => {
      opened = null;
    };
    // Browsers may close a connection on their own; the next use opens another.
    opening.then((database) => database.addEventListener('close', forget), forget);
    return opening;
  }

  return async (mode, use) => {
    const database = await open();
    return use(database.transaction(storeName, mode, { durability: 'strict' }).objectStore(storeName));
  };
}
