/**
 * Rest.li 2.0 literals as LinkedIn's web client writes them: `(key:value,list:List(a,b))`. Structure characters
 * are raw; inside a value they are percent-encoded, including `!'*()`. Only one spelling is accepted: what
 * `readRestLi` reads, `encodeRestLi` writes identically.
 */
const RESERVED = /[!'()*]/g;
const KEY = /[A-Za-z][A-Za-z0-9]{0,39}(?=:)/y;
const SCALAR = /(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+/y;
const LIST = 'List(';
const MAX_DEPTH = 6;

/**
 * Percent-encodes one value, including the characters `encodeURIComponent` leaves unchanged.
 * @throws URIError on a lone surrogate
 */
export function encodeRestLiValue(value: string): string {
  return encodeURIComponent(value).replace(RESERVED, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Decodes one value; undefined unless it is exactly what `encodeRestLiValue` writes (except for the case of hex
 * digits).
 */
export function decodeRestLiValue(raw: string): string | undefined {
  try {
    const value = decodeURIComponent(raw);
    const upperCased = raw.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
    return encodeRestLiValue(value) === upperCased ? value : undefined;
  } catch {
    return undefined;
  }
}

export type RestLiValue = string | number | readonly RestLiValue[] | { readonly [key: string]: RestLiValue | undefined };
export type RestLiFields = { readonly [key: string]: RestLiValue | undefined };

/** `{a:'x y', b:['1','2']}` → `(a:x%20y,b:List(1,2))`; undefined members are left out. */
export function encodeRestLi(value: RestLiValue): string {
  if (typeof value === 'string') return encodeRestLiValue(value);
  if (typeof value === 'number') return String(value);
  if (isRestLiList(value)) return `List(${value.map(encodeRestLi).join(',')})`;
  const members = Object.entries(value).filter((entry): entry is [string, RestLiValue] => entry[1] !== undefined);
  return `(${members.map(([key, member]) => `${key}:${encodeRestLi(member)}`).join(',')})`;
}

/**
 * The inverse of `encodeRestLi`; numbers are read as text. Returns undefined for anything but one complete
 * literal: a stray bracket, an empty value, a repeated key, more than 6 levels.
 */
export function readRestLi(text: string): RestLiValue | undefined {
  let position = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) position += found.length;
    return found;
  }

  function skip(literal: string): boolean {
    if (!text.startsWith(literal, position)) return false;
    position += literal.length;
    return true;
  }

  function readList(depth: number): RestLiValue | undefined {
    const items: RestLiValue[] = [];
    if (skip(')')) return items;
    do {
      const item = readValue(depth);
      if (item === undefined) return undefined;
      items.push(item);
    } while (skip(','));
    return skip(')') ? items : undefined;
  }

  function readFields(depth: number): RestLiValue | undefined {
    // The object has no prototype, so that a key named `constructor` is an ordinary key.
    const fields: Record<string, RestLiValue> = Object.create(null);
    if (skip(')')) return fields;
    do {
      const key = take(KEY);
      if (key === undefined || key in fields || !skip(':')) return undefined;
      const value = readValue(depth);
      if (value === undefined) return undefined;
      fields[key] = value;
    } while (skip(','));
    return skip(')') ? fields : undefined;
  }

  function readValue(depth: number): RestLiValue | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (skip(LIST)) return readList(depth + 1);
    if (skip('(')) return readFields(depth + 1);
    const raw = take(SCALAR);
    return raw === undefined ? undefined : decodeRestLiValue(raw);
  }

  const value = readValue(1);
  return position === text.length ? value : undefined;
}

export function isRestLiList(value: RestLiValue): value is readonly RestLiValue[] {
  return Array.isArray(value);
}

export function isRestLiFields(value: RestLiValue): value is RestLiFields {
  return typeof value === 'object' && !Array.isArray(value);
}
