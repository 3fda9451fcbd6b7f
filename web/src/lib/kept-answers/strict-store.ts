/**
 * A store whose writes resolve only once they are on disk, so they survive a killed browser. By default the system
 * decides when to write. Otherwise the same as idb-keyval's store.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';

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
