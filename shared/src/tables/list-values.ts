/**
 * Several values of one filter in one text, as addresses and commands hold them: joined with commas. A comma
 * or percent sign within a value is percent-encoded before joining, so that the text can be taken apart again.
 */
import type { FilterDefinition } from './define-table.ts';

/** A comma between two values. In names, such as "Media, Print", a blank follows it. */
const BETWEEN_VALUES = /,(?!\s)/;

/** Whether a filter takes any number of values at once. */
export function takesList(filter: FilterDefinition): boolean {
  return (
    filter.kind === 'choice' ||
    filter.kind === 'lookup' ||
    filter.kind === 'text' ||
    (filter.kind === 'range' && filter.isMultiple)
  );
}

/** A value as it stands between the commas. */
export function writeListItem(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C');
}

export function splitList(joined: string): readonly string[] {
  return joined.split(',').map(readListItem);
}

/**
 * One text where a list may be meant, as a parameter that was sent once: `Germany,France`. A value that is known as
 * a whole is one value; else values are parted by commas that no blank follows, or by any where only known ones
 * come out. A value that is none of these and holds such a comma is sent twice.
 * @param known values the filter offers; empty where it takes any text
 */
export function readSentOnce(text: string, known: ReadonlySet<string>): readonly string[] {
  if (!text.includes(',') || known.has(text.trim())) return [text];
  const items = splitList(text).map((item) => item.trim());
  if (known.size > 0 && items.every((item) => known.has(item))) return items;
  return BETWEEN_VALUES.test(text) ? text.split(BETWEEN_VALUES).map(readListItem) : [text];
}

/** Values as repeated parameters. What is sent more than once is taken as it stands, so a lone value that would be taken apart is sent twice. */
export function asRepeated<Value>(values: readonly Value[]): readonly Value[] {
  const [only] = values;
  return values.length === 1 && typeof only === 'string' && BETWEEN_VALUES.test(only) ? [only, only] : values;
}

/** What is typed by hand may hold a bare percent sign. */
function readListItem(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}
