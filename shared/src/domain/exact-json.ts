/**
 * Parses JSON without losing digits of large integers. Ids of both networks exceed JavaScript's exact numbers, so
 * `JSON.parse` would change their last digits.
 */

/** Matches whole strings as well, so that digits inside them are not touched. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const LONG_DIGITS = /\d{16}/;
const WHOLE_NUMBER = /^-?\d{16,}$/;

/** Integers beyond 2^53 become strings. @throws {SyntaxError} if the text is not JSON */
export function parseExactJson(text: string): unknown {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text);
  const kept = text.replace(STRING_OR_NUMBER, (token) =>
    WHOLE_NUMBER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(kept);
}

/** The text of a value as it may stand in a CSV file; blank for one that is nested too deep. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
