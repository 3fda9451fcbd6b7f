/**
 * Scans JSON text before it is parsed, in one pass: its nesting depth, its number of values, and the escapes for characters
 * that PostgreSQL cannot store (NUL, unpaired surrogates). Stops at the first limit. Text that is not JSON passes; the
 * parser refuses it.
 */
export interface JsonLimits {
  readonly depth: number;
  /** The number of objects, arrays and their values. */
  readonly values: number;
}

/** How the JSON of a request is read. */
export interface BodyRules {
  readonly depth: number;
  /** Whether bad escapes are replaced instead of refused. */
  readonly repairsText: boolean;
}

export interface JsonScan {
  /** The limit the text exceeds. */
  readonly exceeds: 'depth' | 'values' | null;
  /** Offsets of `\uXXXX` escapes that no text can contain. */
  readonly badEscapes: readonly number[];
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const LETTER_U = 117;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const ESCAPE_LENGTH = '\\uXXXX'.length;

export function scanJson(json: string, limits: JsonLimits): JsonScan {
  const badEscapes: number[] = [];
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (inString) {
      if (character === QUOTE) inString = false;
      else if (character === BACKSLASH) {
        const kind = escapeAt(json, index);
        if (kind === 'unstorable') {
          badEscapes.push(index);
          values += 1;
        }
        index += kind === 'pair' ? 2 * ESCAPE_LENGTH - 1 : 1;
      }
    } else if (character === QUOTE) inString = true;
    else if (character === COMMA) values += 1;
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return { exceeds: 'depth', badEscapes };
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1;
    if (values > limits.values) return { exceeds: 'values', badEscapes };
  }
  return { exceeds: null, badEscapes };
}

/** Replaces each invalid escape with the replacement character. */
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

function escapeAt(json: string, index: number): 'pair' | 'unstorable' | 'other' {
  const unit = unitAt(json, index);
  if (unit === 0) return 'unstorable';
  if (!(unit >= 0xd800 && unit <= 0xdfff)) return 'other';
  const low = unit <= 0xdbff ? unitAt(json, index + ESCAPE_LENGTH) : -1;
  return low >= 0xdc00 && low <= 0xdfff ? 'pair' : 'unstorable';
}

/** The code unit of the `\uXXXX` escape at an offset; -1 where there is none. */
function unitAt(json: string, index: number): number {
  if (json.charCodeAt(index) !== BACKSLASH || json.charCodeAt(index + 1) !== LETTER_U) return -1;
  let unit = 0;
  for (let digit = index + 2; digit < index + ESCAPE_LENGTH; digit += 1) {
    const value = hexValue(json.charCodeAt(digit));
    if (value < 0) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}

/** 0 to 15; -1 for anything but a hexadecimal digit. */
function hexValue(character: number): number {
  if (character >= 48 && character <= 57) return character - 48;
  const lower = character | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
