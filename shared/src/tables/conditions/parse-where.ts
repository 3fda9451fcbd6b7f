/**
 * The parameter `where`: a question as a text, such as `country in ("Germany", "France") and not people(email is blank)`.
 * Pure; the server and the browser read it alike.
 */
import type { TableDefinition } from '../define-table.ts';
import { WHERE_LIMIT } from '../filter-limits.ts';
import { linkedTable } from '../linked-tables.ts';
import type { Condition } from './condition.ts';
import { conditionOfWhere, type LinkedTables } from './where-condition.ts';
import type { WhereExpression } from './where-expression.ts';
import { parseExpression } from './where-parser.ts';
import { WhereError } from './where-tokens.ts';
import { writeWhere } from './write-where.ts';

export interface ParsedWhere {
  readonly condition: Condition;
  /** What was written, for those who show or edit it. */
  readonly expression: WhereExpression;
  /** The normal form, which is stored and answered. Reading it again gives the same. */
  readonly text: string;
}

/**
 * The limit counts code points, of the text as it was sent and of its normal form.
 * @param links the table that each link of this one leads to, by the link's name
 * @throws {WhereError} for a text that cannot be read, a blank one included
 */
export function parseWhere(
  text: string,
  definition: TableDefinition,
  links: LinkedTables = (link) => linkedTable(definition, link),
): ParsedWhere {
  const end = indexAfter(text, WHERE_LIMIT);
  if (end < text.length) throw new WhereError(text, end, `expected at most ${WHERE_LIMIT} characters`);
  const expression = parseExpression(text, definition, links);
  const normal = writeWhere(expression);
  // What is stored must be read again. Blanks that were left out make the normal form longer.
  if (indexAfter(normal, WHERE_LIMIT) < normal.length) {
    throw new WhereError(text, text.length, `expected at most ${WHERE_LIMIT} characters with a space between all parts`);
  }
  return { condition: conditionOfWhere(expression, definition, links), expression, text: normal };
}

/** The index behind so many code points, or the text's length. */
function indexAfter(text: string, characters: number): number {
  return text.length <= characters
    ? text.length
    : Array.from(text.slice(0, 2 * characters))
        .slice(0, characters)
        .join('').length;
}
