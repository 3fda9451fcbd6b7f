/**
 * What a table's answers hang on beside what was asked: its rows, its definition, and the code that reads and writes
 * them. A program that has an answer is told that it still holds for as long as all of this is as it was.
 */
import { createHash } from 'node:crypto';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';

/**
 * To be raised with every change of the code after which the same question about the same rows has another answer:
 * cells that are written otherwise, filters that find others, another order, another field beside `data`. What
 * definitions say tells itself.
 */
export const ANSWER_FORMAT = 1;

/** By the table's version, the state of its answers; undefined where the version is. */
export function createAnswerState(
  definition: TableDefinition,
  format = ANSWER_FORMAT,
): (version: number | undefined) => string | undefined {
  const made = createHash('sha256')
    .update(JSON.stringify([format, definition]))
    .digest('base64url');
  return (version) => (version === undefined ? undefined : `${made} ${version}`);
}
