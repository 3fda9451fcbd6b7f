/** Several items in one JSON value: a list, a listing, a whole response. */
import { createJsonSplitter, ITEM_PATHS } from './json-splitter.ts';

/** Whether the parsed text is a list, a listing or a whole response: several items. */
export function holdsItems(value: unknown): boolean {
  return Array.isArray(value) || ITEM_PATHS.some((path) => Array.isArray(valueAt(value, path)));
}

/**
 * The items of a text with several, each a slice of the text.
 * @param text one value, known to be JSON
 */
export function cutItems(text: string): readonly string[] {
  const splitter = createJsonSplitter();
  const items = splitter.read(text).map(({ raw }) => raw);
  splitter.end();
  return items;
}

function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const key of path.split('.'))
    at = typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined;
  return at;
}
