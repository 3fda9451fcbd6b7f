/**
 * Opens one response of unknown content and says what it is. Limits hostile input: nesting is checked before a
 * text is parsed, every traversal is iterative, and the number of values is limited. Content that is not a JSON
 * object with data is named, never read as "nothing there".
 */
import { scanDepth } from './depth-scan.ts';
import { arrayOf, at, isObject, type JsonObject, stringOf } from './json-value.ts';
import { findRoots, isRootValue, type PayloadRoot } from './payload-roots.ts';

export type PayloadKind =
  | 'json'
  /** A page: signed out, challenged or blocked. */
  | 'html'
  /** There is no content, or every section of a 200 is null. */
  | 'empty'
  /** An error body with its own status. */
  | 'error'
  /** GraphQL errors under a 200. */
  | 'errors_200'
  /** JSON that breaks off in the middle. */
  | 'truncated'
  | 'too_deep'
  | 'too_large'
  | 'not_json';

export interface JsonPayload {
  readonly kind: 'json';
  readonly root: JsonObject;
  readonly roots: readonly PayloadRoot[];
  /** Every object with an `entityUrn`, top levels first. */
  readonly entities: readonly JsonObject[];
}

export interface OtherPayload {
  readonly kind: Exclude<PayloadKind, 'json'>;
  /** The status in the error body. */
  readonly status: number | null;
}

export type Payload = JsonPayload | OtherPayload;

/** Real responses nest about 40 levels deep. */
export const MAX_DEPTH = 200;
/** Characters of a text. The extension passes on half of it at most. */
const MAX_TEXT = 16 * 1024 * 1024;
/** Objects and arrays in one response; a full profile has about 10,000. */
const MAX_NODES = 400_000;
/** Names and texts in one response. 3 MiB, far more than LinkedIn sends, contain about 150,000. */
const MAX_STRINGS = 250_000;

/** @param content text, a value already parsed from JSON, or anything else */
export function readPayload(content: unknown): Payload {
  return typeof content === 'string' ? readText(content, true) : readValue(content);
}

function readText(content: string, mayHoldText: boolean): Payload {
  if (content.length > MAX_TEXT) return other('too_large');
  const start = firstSolid(content);
  if (start < 0) return other('empty');
  const first = content.charAt(start);
  if (first === '<') return other('html');
  if (first !== '{' && first !== '[' && first !== '"') return content.trim() === 'null' ? other('empty') : other('not_json');
  const verdict = scanDepth(content, { depth: MAX_DEPTH, nodes: MAX_NODES, strings: MAX_STRINGS });
  if (verdict === 'too_deep') return other('too_deep');
  if (verdict === 'too_many') return other('too_large');
  if (verdict === 'unclosed') return other('truncated');
  const value = parse(start === 0 ? content : content.slice(start));
  if (value === undefined) return other('not_json');
  // JSON wrapped in a JSON string. Only one level is unwrapped.
  if (typeof value === 'string') return mayHoldText ? readText(value, false) : other('not_json');
  return readValue(value);
}

function readValue(value: unknown): Payload {
  if (value === null || value === undefined) return other('empty');
  const root = Array.isArray(value) ? { elements: value } : value;
  if (!isObject(root)) return other('not_json');
  const entities: JsonObject[] = [];
  const verdict = collectEntities(root, entities);
  if (verdict !== 'ok') return other(verdict);
  const roots = findRoots(root);
  if (arrayOf(root.included).length === 0 && !roots.some(holdsContent)) {
    if (hasErrors(root)) return other('errors_200');
    const status = errorStatus(root);
    if (status !== null) return { kind: 'error', status };
    if (roots.length === 0) return other('empty');
  }
  return { kind: 'json', root, roots, entities };
}

/** Level by level, so that no depth needs to be stored per value. */
function collectEntities(root: JsonObject, entities: JsonObject[]): 'ok' | 'too_deep' | 'too_large' {
  let level: (JsonObject | readonly unknown[])[] = [root];
  let nodes = 1;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return 'too_deep';
    const next: (JsonObject | readonly unknown[])[] = [];
    for (const node of level) {
      if (isList(node)) {
        for (const item of node) if (isNode(item)) next.push(item);
      } else {
        for (const key in node) {
          const item = node[key];
          if (isNode(item)) next.push(item);
        }
        if (typeof node.entityUrn === 'string') entities.push(node);
      }
      if (nodes + next.length > MAX_NODES) return 'too_large';
    }
    nodes += next.length;
    level = next;
  }
  return 'ok';
}

function isNode(value: unknown): value is JsonObject | readonly unknown[] {
  return typeof value === 'object' && value !== null;
}

function isList(value: JsonObject | readonly unknown[]): value is readonly unknown[] {
  return Array.isArray(value);
}

function holdsContent(root: PayloadRoot): boolean {
  return root.elements !== null || root.value === null || isRootValue(root.value);
}

function hasErrors(root: JsonObject): boolean {
  return [root.errors, at(root, 'data', 'errors')].some((errors) => arrayOf(errors).length > 0);
}

/** The status in known bodies: `{data: {status, message?}, included: []}` and plain `{status, code?, message?}`. */
function errorStatus(root: JsonObject): number | null {
  for (const body of [root, root.data]) {
    const status = at(body, 'status');
    if (typeof status === 'number' && Number.isInteger(status) && status >= 300 && status <= 999) return status;
    if (stringOf(at(body, 'challengeUrl')) !== undefined) return 403;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first character that is neither white space nor a byte-order mark; -1 if there is none. */
function firstSolid(text: string): number {
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code > 0x20 && code !== 0xfeff && code !== 0xa0) return position;
  }
  return -1;
}

function other(kind: OtherPayload['kind']): OtherPayload {
  return { kind, status: null };
}
