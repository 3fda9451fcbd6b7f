/**
 * Request ids that were used, so that a repeated message fetches nothing twice. Survives the worker,
 * not the browser. Bounded: the oldest segment is forgotten after 10,000 ids, hours of paced work.
 */
import { z } from 'zod';
import { readStored, removeStored, storedKeys, writeStored } from '../platform/storage.ts';

const KEY_PREFIX = 'usedIds:';
const SEGMENT_LENGTH = 500;
const MAX_SEGMENTS = 20;

const segmentSchema = z.array(z.string());

export interface UsedIds {
  /** true the first time an id is claimed, and only then. Resolves once the claim is stored. */
  claim(id: string): Promise<boolean>;
}

export function createUsedIds(): UsedIds {
  const used = new Set<string>();
  let segments: { readonly number: number; readonly ids: string[] }[] = [];
  let loaded: Promise<void> | undefined;

  async function load(): Promise<void> {
    const keys = (await storedKeys('session')).filter((key) => key.startsWith(KEY_PREFIX));
    const stored = await readStored('session', keys);
    segments = keys
      .map((key) => ({ number: Number(key.slice(KEY_PREFIX.length)), ids: segmentSchema.safeParse(stored[key]).data ?? [] }))
      .sort((one, other) => one.number - other.number);
    for (const segment of segments) for (const id of segment.ids) used.add(id);
  }

  return {
    async claim(id) {
      loaded ??= load();
      await loaded;
      if (used.has(id)) return false;
      used.add(id);
      let last = segments.at(-1);
      if (last === undefined || last.ids.length >= SEGMENT_LENGTH) {
        last = { number: (last?.number ?? 0) + 1, ids: [] };
        segments.push(last);
      }
      last.ids.push(id);
      await writeStored('session', { [`${KEY_PREFIX}${last.number}`]: last.ids });
      await forgetOldest();
      return true;
    },
  };

  async function forgetOldest(): Promise<void> {
    const oldest = segments.length > MAX_SEGMENTS ? segments.shift() : undefined;
    if (oldest === undefined) return;
    for (const id of oldest.ids) used.delete(id);
    await removeStored('session', [`${KEY_PREFIX}${oldest.number}`]);
  }
}
