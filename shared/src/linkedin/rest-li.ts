/**
 * Rest.li 2.0 literals as LinkedIn's web client writes them: `(key:value,list:List(a,b))`.
 * Structure characters stay raw; inside a value they are percent-encoded, `!'*()` included.
 */
const RESERVED = /[!'()*]/g;

/** Percent-encodes one value, including the characters `encodeURIComponent` leaves alone. */
export function encodeRestLiValue(value: string): string {
  return encodeURIComponent(value).replace(RESERVED, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

export type RestLiValue = string | number | readonly RestLiValue[] | { readonly [key: string]: RestLiValue | undefined };

/** `{a:'x y', b:['1','2']}` → `(a:x%20y,b:List(1,2))`; undefined members are left out. */
export function encodeRestLi(value: RestLiValue): string {
  if (typeof value === 'string') return encodeRestLiValue(value);
  if (typeof value === 'number') return String(value);
  if (isList(value)) return `List(${value.map(encodeRestLi).join(',')})`;
  const members = Object.entries(value).filter((entry): entry is [string, RestLiValue] => entry[1] !== undefined);
  return `(${members.map(([key, member]) => `${key}:${encodeRestLi(member)}`).join(',')})`;
}

function isList(value: RestLiValue): value is readonly RestLiValue[] {
  return Array.isArray(value);
}
