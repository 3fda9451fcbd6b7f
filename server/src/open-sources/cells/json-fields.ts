/** Reads fields of JSON that a register publishes. What is absent, or of another type, is blank. */

/** The value under a path of names. */
function fieldAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
}

/** A text, or a number written as one, without blanks around; '' if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = fieldAt(value, path);
  return typeof found === 'string' ? found.trim() : typeof found === 'number' ? String(found) : '';
}

/** A whole number, also one written as a text; null: there is none. */
export function wholeNumberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = textAt(value, ...path);
  return /^\d{1,9}$/.test(found) ? Number(found) : null;
}

export function isTrueAt(value: unknown, ...path: readonly string[]): boolean {
  return fieldAt(value, path) === true;
}

/** The elements of a list; none if there is no list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldAt(value, path);
  return Array.isArray(found) ? found : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
