/**
 * Several values of one filter in one text, as addresses and commands hold them: joined with commas. A comma
 * or percent sign within a value is percent-encoded before joining, so that the text can be taken apart again.
 */
import type { FilterDefinition } from './define-table.ts';

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

/** What is typed by hand may hold a bare percent sign. */
function readListItem(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}
