/** Readers of values of unknown shape. They return undefined or null and never throw. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Follows keys down nested objects: `at(card, 'text', 'text')`. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isObject(current)) return undefined;
    current = current[key];
  }
  return current;
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A string, or the `text` of a text model (`{text}`, or a text component's `{text: {text}}`). */
export function textOf(value: unknown): string | undefined {
  let current = value;
  for (let depth = 0; depth < 3; depth += 1) {
    if (typeof current === 'string') return current === '' ? undefined : current;
    if (!isObject(current)) return undefined;
    current = current.text;
  }
  return undefined;
}

const LARGEST_COUNT = 2_147_483_647;

/** A count that fits a 32-bit column. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LARGEST_COUNT ? value : null;
}
