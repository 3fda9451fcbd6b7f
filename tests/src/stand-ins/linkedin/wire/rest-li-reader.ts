/**
 * Reads Rest.li 2.0 literals as a server does. It shares no code with the writer it receives from, so
 * that a mistake there shows here. A raw structure character inside a value refuses the whole literal.
 */
export type RestLi = string | readonly RestLi[] | RestLiObject;
export interface RestLiObject {
  readonly fields: ReadonlyMap<string, RestLi>;
}

/** A value and the position after it; undefined when the text is no literal. */
type Read = { readonly value: RestLi; readonly next: number } | undefined;

const SCALAR = /[^(),:']+/y;
const KEY = /[A-Za-z][A-Za-z0-9]*:/y;
const MAX_DEPTH = 12;

/** @param text still percent-encoded; @returns undefined for anything that is not one whole literal */
export function readRestLi(text: string): RestLi | undefined {
  const read = readValue(text, 0, 0);
  return read !== undefined && read.next === text.length ? read.value : undefined;
}

export function isRestLiObject(value: RestLi | undefined): value is RestLiObject {
  return typeof value === 'object' && 'fields' in value;
}

export function isRestLiList(value: RestLi | undefined): value is readonly RestLi[] {
  return Array.isArray(value);
}

/** A text field of an object; undefined when it is absent or no text. */
export function textField(object: RestLiObject, name: string): string | undefined {
  const value = object.fields.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list field; empty when there is none. */
export function listField(object: RestLiObject, name: string): readonly string[] {
  const value = object.fields.get(name);
  return isRestLiList(value) ? value.filter((item) => typeof item === 'string') : [];
}

function readValue(text: string, at: number, depth: number): Read {
  if (depth > MAX_DEPTH) return undefined;
  if (text.startsWith('List(', at)) return readSequence(text, at + 'List('.length, depth);
  if (text[at] === '(') return readObject(text, at + 1, depth);
  return readScalar(text, at);
}

function readSequence(text: string, from: number, depth: number): Read {
  const items: RestLi[] = [];
  if (text[from] === ')') return { value: items, next: from + 1 };
  let at = from;
  for (;;) {
    const item = readValue(text, at, depth + 1);
    if (item === undefined) return undefined;
    items.push(item.value);
    if (text[item.next] === ')') return { value: items, next: item.next + 1 };
    if (text[item.next] !== ',') return undefined;
    at = item.next + 1;
  }
}

function readObject(text: string, from: number, depth: number): Read {
  const fields = new Map<string, RestLi>();
  if (text[from] === ')') return { value: { fields }, next: from + 1 };
  let at = from;
  for (;;) {
    KEY.lastIndex = at;
    const key = KEY.exec(text)?.[0];
    if (key === undefined) return undefined;
    const member = readValue(text, at + key.length, depth + 1);
    if (member === undefined) return undefined;
    fields.set(key.slice(0, -1), member.value);
    if (text[member.next] === ')') return { value: { fields }, next: member.next + 1 };
    if (text[member.next] !== ',') return undefined;
    at = member.next + 1;
  }
}

function readScalar(text: string, at: number): Read {
  SCALAR.lastIndex = at;
  const raw = SCALAR.exec(text)?.[0];
  if (raw === undefined) return undefined;
  try {
    return { value: decodeURIComponent(raw), next: at + raw.length };
  } catch {
    return undefined;
  }
}
