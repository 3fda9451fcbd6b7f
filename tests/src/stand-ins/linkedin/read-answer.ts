/** Finds its way through answers of unknown shape, for tests. */
import type { StandInAnswer } from './ask.ts';

export function jsonOf(reply: StandInAnswer): unknown {
  return JSON.parse(reply.body.toString('utf8'));
}

/** The value at a path of keys and positions; undefined where the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = new Map<string, unknown>(Object.entries(current)).get(String(step));
  }
  return current;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** Records under `included`, by the end of their type. */
export function includedOf(answer: unknown, type: string): readonly unknown[] {
  return listAt(answer, 'included').filter((record) => String(at(record, '$type')).endsWith(`.${type}`));
}

/** The record with this address; where it comes twice, the one that says the most. */
export function recordOf(answer: unknown, urn: unknown): unknown {
  const records = listAt(answer, 'included').filter((record) => at(record, 'entityUrn') === urn);
  return records.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}
