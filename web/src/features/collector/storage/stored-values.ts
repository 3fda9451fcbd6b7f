/**
 * Values of one kind and one owner, kept in IndexedDB so that they survive a reload and a crash.
 * Browsers may refuse storage (private windows, full disks): then they live as long as the page does.
 * What storage holds is judged by a schema; anything else counts as absent.
 */
import { delMany, get, promisifyRequest, set } from 'idb-keyval';
import type * as z from 'zod/mini';
import { logProblem } from '../../../lib/log.ts';
import { collectorDatabase as database, isForgotten } from '../../../lib/stored-answers/collector-database.ts';

export interface StoredValues<Value> {
  readonly get: (id: string) => Promise<Value | null>;
  readonly put: (id: string, value: Value) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  readonly list: () => Promise<readonly Value[]>;
}

/** @param owner an account, or an account in a shared workspace @param kind a short name, unique in this database */
export function storeValues<Value>(owner: string, kind: string, schema: z.ZodMiniType<Value>): StoredValues<Value> {
  /** Values being written or refused by the browser. Stored values are shared by all tabs, and another tab may be ahead. */
  const inMemory = new Map<string, Value>();
  const keyOf = (id: string): IDBValidKey => [owner, kind, id];

  async function listStored(): Promise<ReadonlyMap<string, Value>> {
    // An array key sorts after every key that is its beginning, and after every string.
    const range = IDBKeyRange.bound([owner, kind], [owner, kind, []]);
    const [keys, values] = await database()('readonly', (store) =>
      Promise.all([promisifyRequest(store.getAllKeys(range)), promisifyRequest<unknown[]>(store.getAll(range))]),
    );
    const found = new Map<string, Value>();
    keys.forEach((key, index) => {
      const parsed = schema.safeParse(values[index]);
      if (Array.isArray(key) && parsed.success) found.set(String(key[2]), parsed.data);
    });
    return found;
  }

  async function all(): Promise<ReadonlyMap<string, Value>> {
    return new Map([...(await attempt('read', listStored, new Map<string, Value>())), ...inMemory]);
  }

  return {
    get: async (id) => {
      const held = inMemory.get(id);
      if (held !== undefined) return held;
      const parsed = schema.safeParse(await attempt('read', () => get<unknown>(keyOf(id), database()), undefined));
      return parsed.success ? parsed.data : null;
    },
    put: async (id, value) => {
      if (isForgotten(owner)) return;
      inMemory.set(id, value);
      const write = (): Promise<true> => set(keyOf(id), value, database()).then(() => true);
      if ((await attempt('write', write, false)) && inMemory.get(id) === value) inMemory.delete(id);
    },
    remove: async (ids) => {
      for (const id of ids) inMemory.delete(id);
      await attempt('write', () => delMany(ids.map(keyOf), database()), undefined);
    },
    list: async () => [...(await all()).values()],
  };
}

async function attempt<Result>(what: string, action: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await action();
  } catch (cause) {
    logProblem(`The browser refused to ${what} collector data; it lives in this page only.`, cause);
    return otherwise;
  }
}
