/**
 * What the collector leaves in this browser holds people: answers of LinkedIn as they came, and profiles that are not saved yet.
 * It goes when its account signs out or is deleted. Where a session only ran out, the same person signs in again and goes on,
 * so it stays; another account that signs in instead leaves only what is complete and waits for the server.
 */
import { promisifyRequest } from 'idb-keyval';
import { logProblem } from '../log.ts';
import { noteOpenJob } from '../open-job-note.ts';
import { accountOf, collectorDatabase, setForgotten } from './collector-database.ts';
import { dropStoredNote, storedAnswersOwner } from './stored-note.ts';

/** Kinds of values that cost the member's allowance, or are nowhere else: answers, and entries not saved yet. */
const UNSAVED = ['record', 'row'];
/** Kinds of values that are kept under the id of an entry. */
const ofEntries = [...UNSAVED, 'note'];

/** How many people the account has here that are not saved on the server. */
export async function countUnsaved(accountKey: string): Promise<number> {
  const keys = await keysOf();
  return new Set(keys.filter(({ account, kind }) => account === accountKey && UNSAVED.includes(kind)).map(({ id }) => id)).size;
}

/** Deletes all that the collector keeps of the account; what is still under way keeps nothing any more. */
export async function forgetAnswers(accountKey: string): Promise<void> {
  setForgotten(accountKey, true);
  noteOpenJob(accountKey, false);
  if (storedAnswersOwner() === accountKey) dropStoredNote();
  await remove(({ account }) => account === accountKey);
}

/** Deletes what other accounts left, apart from what is not saved yet. */
export async function forgetOthers(accountKey: string): Promise<void> {
  dropStoredNote();
  await remove(({ account, kind }) => account !== accountKey && !UNSAVED.includes(kind));
}

/** Deletes what is kept of some of the account's entries, for whichever workspace: its list of entries is the same in all. */
export async function forgetEntries(accountKey: string, entryIds: readonly string[]): Promise<void> {
  await remove(({ account, kind, id }) => account === accountKey && ofEntries.includes(kind) && entryIds.includes(id));
}

interface StoredKey {
  readonly account: string;
  readonly kind: string;
  readonly id: string;
  readonly key: IDBValidKey;
}

async function keysOf(): Promise<readonly StoredKey[]> {
  if (typeof indexedDB === 'undefined') return [];
  try {
    const keys = await collectorDatabase()('readonly', (store) => promisifyRequest(store.getAllKeys()));
    return keys.flatMap((key) =>
      Array.isArray(key) ? [{ account: accountOf(String(key[0])), kind: String(key[1]), id: String(key[2]), key }] : [],
    );
  } catch (cause) {
    logProblem('The browser refused to read collector data.', cause);
    return [];
  }
}

async function remove(isMeant: (key: StoredKey) => boolean): Promise<void> {
  const keys = (await keysOf()).filter(isMeant);
  if (keys.length === 0) return;
  try {
    await collectorDatabase()('readwrite', (store) => {
      for (const { key } of keys) store.delete(key);
      return promisifyRequest(store.transaction);
    });
  } catch (cause) {
    logProblem('The browser refused to delete collector data.', cause);
  }
}
