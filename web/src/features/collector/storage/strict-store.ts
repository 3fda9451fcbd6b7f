/**
 * A database whose writes count once they are on the disk: a browser that is killed right after has them.
 * The default leaves that to the system's own time. In everything else as idb-keyval's store.
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
