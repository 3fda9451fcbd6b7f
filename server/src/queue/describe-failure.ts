/** What a try that failed tells the operator: a line that may be kept in the database. */
import { causes, codeOf } from '../http/classify-error.ts';

const MAX_LENGTH = 300;

/** One line without addresses, and without links, which may hold a code. Of the first cause: others quote values. */
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
