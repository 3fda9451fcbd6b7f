/**
 * The state that a table's responses depend on: its rows, its definition, and the code that reads and writes
 * them. While none of these changes, a program that has a response gets 304.
 */
import { createHash } from 'node:crypto';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';

/**
 * Increment it with every change of the code that changes a response about the same rows: how cells are
 * written, what filters find, the order, a field next to `data`. Changes of a definition need no new number.
 */
export const ANSWER_FORMAT = 2;

/**
 * @returns the state of a table's responses by its version, and by that of what the account keeps about its rows;
 * undefined if the version is
 */
export function createAnswerState(
  definition: TableDefinition,
  format = ANSWER_FORMAT,
): (version: number | undefined, mine?: number) => string | undefined {
  const made = createHash('sha256')
    .update(JSON.stringify([format, definition]))
    .digest('base64url');
  return (version, mine = 0) => (version === undefined ? undefined : `${made} ${version} ${mine}`);
}
