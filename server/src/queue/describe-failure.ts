/** The description of a failed try for the operator: a line that may be stored in the database. */
import { causes, codeOf } from '../http/classify-error.ts';

const MAX_LENGTH = 300;

/**
 * One line about the first cause, because the others quote values. It has no addresses, and no links, which may hold a
 * code.
 */
export function describeFailure(error: unknown): string {
  const cause = causes(error).at(-1);
  const text = (cause === undefined ? [String(error)] : [codeOf(cause), cause.message])
    .filter((part) => part !== '')
    .join(': ')
    .replaceAll(/https?:\/\/\S+/gi, '[link]')
    .replaceAll(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return text.slice(0, MAX_LENGTH);
}
