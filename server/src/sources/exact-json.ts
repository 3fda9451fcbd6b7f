/**
 * JSON whose whole numbers keep all their digits: the ids of both networks go beyond what a number of
 * JavaScript holds, and parsing them as one changes their ends.
 */

/** Whole strings are stepped over, so that digits in a text stay what they are. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const LONG_DIGITS = /\d{16}/;
const WHOLE_NUMBER = /^-?\d{16,}$/;

/** Whole numbers beyond 2^53 come as their digits in text. @throws {SyntaxError} for what is no JSON */
export function parseExactJson(text: string): unknown {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text);
  const kept = text.replace(STRING_OR_NUMBER, (token) =>
    WHOLE_NUMBER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(kept);
}
