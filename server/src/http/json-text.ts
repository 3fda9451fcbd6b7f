/**
 * Looks at JSON text before it is parsed, in one pass: how deep it nests, and which escapes stand for
 * characters PostgreSQL cannot store (NUL, half of a surrogate pair). Text that is not JSON at all passes;
 * the parser refuses it.
 */
export interface JsonScan {
  /** Whether `{` and `[` nest deeper than allowed; the scan ends there. */
  readonly isTooDeep: boolean;
  /** Offsets of `\uXXXX` escapes that no text can hold. */
  readonly badEscapes: readonly number[];
}

const QUOTE = 34;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const LETTER_U = 117;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const ESCAPE_LENGTH = '\\uXXXX'.length;

export function scanJson(json: string, depthLimit: number): JsonScan {
  const badEscapes: number[] = [];
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (inString) {
      if (character === QUOTE) inString = false;
      else if (character === BACKSLASH) {
        const pair = isPair(json, index);
        if (!pair && isUnstorable(json, index)) badEscapes.push(index);
        index += pair ? 2 * ESCAPE_LENGTH - 1 : 1;
      }
    } else if (character === QUOTE) inString = true;
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1;
      if (depth > depthLimit) return { isTooDeep: true, badEscapes };
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1;
  }
  return { isTooDeep: false, badEscapes };
}

/** Puts the replacement character in the place of each bad escape. */
export function repairJson(json: string, badEscapes: readonly number[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const offset of badEscapes) {
    parts.push(json.slice(end, offset), '\\ufffd');
    end = offset + ESCAPE_LENGTH;
  }
  parts.push(json.slice(end));
  return parts.join('');
}

/** The code unit of the `\uXXXX` escape at an offset; NaN where there is none. */
function unitAt(json: string, index: number): number {
  if (json.charCodeAt(index) !== BACKSLASH || json.charCodeAt(index + 1) !== LETTER_U) return Number.NaN;
  const digits = json.slice(index + 2, index + ESCAPE_LENGTH);
  return /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
}

function isPair(json: string, index: number): boolean {
  const high = unitAt(json, index);
  if (!(high >= 0xd800 && high <= 0xdbff)) return false;
  const low = unitAt(json, index + ESCAPE_LENGTH);
  return low >= 0xdc00 && low <= 0xdfff;
}

function isUnstorable(json: string, index: number): boolean {
  const unit = unitAt(json, index);
  return unit === 0 || (unit >= 0xd800 && unit <= 0xdfff);
}
