/**
 * Removes nulls: many clients write null for what they leave out. The protocol's parameters and our tools have no argument
 * that may be null, so a null means that a value is absent; where the value is required, it is then named as missing.
 */

/** @returns the message, without parameters that are null */
export function withoutAbsentParameters(body: unknown): unknown {
  if (!isObject(body) || !('params' in body)) return body;
  const { params, ...message } = body;
  if (params === null) return message;
  return isObject(params) ? { ...message, params: filled(params) } : body;
}

/** @param input what was parsed from a body, so its depth is limited @returns it, without null in any of its objects */
export function withoutAbsentValues(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(withoutAbsentValues);
  if (!isObject(input)) return input;
  return Object.fromEntries(Object.entries(filled(input)).map(([name, value]) => [name, withoutAbsentValues(value)]));
}

function filled(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
