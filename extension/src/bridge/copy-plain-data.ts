/**
 * Copies what JSON can represent, and refuses everything else: other prototypes, cycles, `__proto__`, too much
 * data. The copy has no prototypes, so no name in it has an inherited meaning.
 */
import { MAX_REQUEST_LENGTH } from '@leadloom/shared/messages/limits';

export type PlainData = string | number | boolean | null | readonly PlainData[] | { readonly [key: string]: PlainData };

const MAX_DEPTH = 6;

/** undefined if refused. The length is counted approximately as in JSON. */
export function copyPlainData(value: unknown, maxLength = MAX_REQUEST_LENGTH): PlainData | undefined {
  let room = maxLength;

  function copy(current: unknown, depth: number): PlainData | undefined {
    room -= typeof current === 'string' ? current.length + 2 : 2;
    if (room < 0 || depth > MAX_DEPTH) return undefined;
    if (current === null || typeof current === 'string' || typeof current === 'boolean') return current;
    if (typeof current === 'number') return Number.isFinite(current) ? current : undefined;
    if (Array.isArray(current)) return copyList(current, depth);
    return isPlainObject(current) ? copyFields(current, depth) : undefined;
  }

  function copyList(list: readonly unknown[], depth: number): PlainData | undefined {
    const items: PlainData[] = [];
    for (const item of list) {
      const copied = copy(item, depth + 1);
      if (copied === undefined) return undefined;
      items.push(copied);
    }
    return items;
  }

  function copyFields(fields: Readonly<Record<string, unknown>>, depth: number): PlainData | undefined {
    const copies: Record<string, PlainData> = Object.create(null);
    for (const key of Object.keys(fields)) {
      room -= key.length + 3;
      const copied = key === '__proto__' ? undefined : copy(fields[key], depth + 1);
      if (copied === undefined) return undefined;
      copies[key] = copied;
    }
    return copies;
  }

  return copy(value, 0);
}

/**
 * Whether the value is an object like one written as `{…}`, and no Map, Blob or array. In Firefox it keeps the page's
 * `Object.prototype`, which is another object than ours; only an object of this kind has a prototype without a prototype.
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) === null;
}
