/**
 * What a response is about. LinkedIn wraps the same data in four ways: Rest.li (`data.*elements`, entities in
 * `included`), GraphQL (one more wrapper: `data.data.<field>`), and both again as plain nested JSON. Only a
 * root identifies the subject, because `included` also holds the viewer and other people.
 */
import { isObject, type JsonObject } from './json-value.ts';

export interface PayloadRoot {
  /** GraphQL's field without its star; null for Rest.li responses. */
  readonly field: string | null;
  /** URNs or nested objects, in LinkedIn's order; null if the root is not a list. */
  readonly elements: readonly unknown[] | null;
  /** The collection or the single entity; null if there are only URNs. */
  readonly value: JsonObject | null;
}

const MAX_ROOTS = 32;
const NO_ROOTS = new Set(['errors', 'extensions', 'meta', 'included', 'status', 'message']);
const ROOT_KEYS = [
  '*elements',
  'elements',
  '*results',
  'results',
  'entityUrn',
  '*miniProfile',
  'miniProfile',
  'publicIdentifier',
];

/** The roots of a response. A null root is left out: unknown, throttled and empty look the same. */
export function findRoots(payload: JsonObject): readonly PayloadRoot[] {
  const data = payload.data;
  if (data === null) return [];
  if (!isObject(data)) return Object.keys(payload).some((key) => !NO_ROOTS.has(key)) ? [rootOf(null, payload)] : [];
  if (isRootValue(data)) return [rootOf(null, data)];
  const fields = isObject(data.data) ? data.data : data.data === null ? {} : data;
  const roots: PayloadRoot[] = [];
  for (const key of Object.keys(fields).slice(0, MAX_ROOTS)) {
    const value = fields[key];
    if (key.startsWith('$') || key.startsWith('_') || NO_ROOTS.has(key) || value === null) continue;
    if (key.startsWith('*')) roots.push({ field: key.slice(1), elements: Array.isArray(value) ? value : [value], value: null });
    else if (isObject(value)) roots.push(rootOf(key, value));
    else if (Array.isArray(value)) roots.push({ field: key, elements: value, value: null });
  }
  return roots;
}

/**
 * The members of a collection, with or without a star (a star does not mean that the list has members), or the
 * values of a batch response's map. null if this is not a collection.
 */
export function elementsOf(collection: JsonObject): readonly unknown[] | null {
  let found: readonly unknown[] | null = null;
  for (const key of ['*elements', 'elements', '*results', 'results']) {
    const value = collection[key];
    const list = Array.isArray(value) ? value : isObject(value) && key.endsWith('results') ? Object.values(value) : null;
    if (list !== null && list.length > 0) return list;
    found ??= list;
  }
  return found;
}

/** Whether an object looks like a collection or an entity rather than an error body. */
export function isRootValue(value: JsonObject): boolean {
  return ROOT_KEYS.some((key) => Object.hasOwn(value, key));
}

function rootOf(field: string | null, value: JsonObject): PayloadRoot {
  return { field, elements: elementsOf(value), value };
}
