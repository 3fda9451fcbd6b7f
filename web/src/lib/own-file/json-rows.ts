/** Objects of JSON, in a list or one per line, as rows of cells whose first names the keys. Pure. */
import { parseExactJson, textOf } from '@leadloom/shared/domain/exact-json';
import { attributesOf } from '@leadloom/shared/domain/json-attributes';
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';

/** More of them are data rather than names. */
const KEYS_LIMIT = 2_000;

export function isJson(text: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(text);
}

/** @param most the most rows, without the keys @throws {UnreadableContent} */
export function jsonRows(text: string, most: number): readonly (readonly string[])[] {
  const objects = objectsIn(text.replace(/^\uFEFF/, ''), most).map(attributesOf);
  const places = new Map<string, number>();
  for (const object of objects)
    for (const key of Object.keys(object)) {
      if (places.has(key)) continue;
      if (places.size >= KEYS_LIMIT) throw new UnreadableContent(`its objects have more than ${KEYS_LIMIT} different keys`);
      places.set(key, places.size);
    }
  const rows = objects.map((object) => {
    const row: string[] = new Array(places.size).fill('');
    for (const [key, value] of Object.entries(object)) row[places.get(key) ?? 0] = textOf(value);
    return row;
  });
  return places.size === 0 ? [] : [[...places.keys()], ...rows];
}

function objectsIn(text: string, most: number): readonly object[] {
  if (!/^\s*\[/.test(text)) {
    const lines = linesOf(text, most);
    if (lines !== null) return lines;
  }
  const document = parsed(text);
  if (document === undefined) throw new UnreadableContent('its JSON is broken or cut off');
  const items: readonly unknown[] = Array.isArray(document) ? document : [document];
  return items.slice(0, most).map((item, at) => {
    if (!isObject(item)) throw new UnreadableContent(`entry ${at + 1} of its list is not a JSON object`);
    return item;
  });
}

/** null: the first line is not a whole value, so the text is one document */
function linesOf(text: string, most: number): readonly object[] | null {
  const objects: object[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || objects.length >= most) continue;
    const value = parsed(line);
    if (isObject(value)) objects.push(value);
    else if (objects.length === 0) return null;
    else throw new UnreadableContent(`line ${at + 1} is not a JSON object`);
  }
  return objects;
}

/** undefined: it is not JSON */
function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
