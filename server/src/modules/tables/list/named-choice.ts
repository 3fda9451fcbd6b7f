/** The cache keys of lists. */
import { createHash } from 'node:crypto';
import type { ListChoice } from './page-statement.ts';

/** Characters; longer names are replaced by a hash. */
const NAME_LIMIT = 200;

export interface NamedChoice extends ListChoice {
  /** Names its rows, in any order. */
  readonly rowsName: string;
  readonly listName: string;
}

/** Names a list by its filters and order. Equal filters are equal as JSON, so lists of the same rows have the same name. */
export function nameChoice(choice: ListChoice): NamedChoice {
  const { definition, filters, order } = choice;
  const rows = [definition.name, filters];
  return { ...choice, rowsName: nameOf(rows), listName: nameOf([...rows, order.field, order.direction]) };
}

/** Names parts: equal parts have equal names, different parts different ones. @param parts JSON values */
export function nameOf(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts);
  return text.length <= NAME_LIMIT ? text : createHash('sha256').update(text).digest('base64');
}
