/**
 * Writes several values of one filter as one text, as in addresses and commands: joined with commas. Commas and percent
 * signs within a value are percent-encoded before joining, so that the text can be split again.
 */
import type { FilterDefinition } from './define-table.ts';

/** A comma between two values. In names, such as "Media, Print", a space follows it. */
const BETWEEN_VALUES = /,(?!\s)/;

/** Whether a filter accepts several values at once. */
export function takesList(filter: FilterDefinition): boolean {
  return (
    filter.kind === 'choice' ||
    filter.kind === 'lookup' ||
    filter.kind === 'text' ||
    (filter.kind === 'range' && filter.isMultiple)
  );
}

/** A value as written between the commas. */
export function writeListItem(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C');
}

export function splitList(joined: string): readonly string[] {
  return joined.split(',').map(readListItem);
}

/**
 * Splits the text of a parameter that was sent once and may be a list: `Germany,France`.
 * - A text that is a known value is one value.
 * - Other texts are split at commas without a following space, or at any comma if that yields only known values.
 * - A value that fits neither rule and contains such a comma must be sent twice.
 * @param known values the filter offers; empty if it accepts any text
 */
export function readSentOnce(text: string, known: ReadonlySet<string>): readonly string[] {
  if (!text.includes(',') || known.has(text.trim())) return [text];
  const items = splitList(text).map((item) => item.trim());
  if (known.size > 0 && items.every((item) => known.has(item))) return items;
  return BETWEEN_VALUES.test(text) ? text.split(BETWEEN_VALUES).map(readListItem) : [text];
}

/**
 * Values as repeated parameters. A repeated parameter is never split, so a single value that would be split is sent
 * twice.
 */
export function asRepeated<Value>(values: readonly Value[]): readonly Value[] {
  const [only] = values;
  return values.length === 1 && typeof only === 'string' && BETWEEN_VALUES.test(only) ? [only, only] : values;
}

/** Text typed by hand may contain a bare percent sign. */
function readListItem(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}
