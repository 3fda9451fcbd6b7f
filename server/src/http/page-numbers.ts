/** The pages of a list that a request may ask for. */

import { DEFAULT_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import { MAX_PAGED_ROWS } from '@leadloom/shared/contract/tables';
import { AppError } from './app-error.ts';

interface PageNumbers {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Checks that apply to all lists.
 * @param isProgram programs must use cursor beyond the limit
 * @throws {AppError} REQUEST.INVALID
 */
export function refuseOddPages({ page, per_page: perPage = DEFAULT_PAGE_SIZE, cursor }: PageNumbers, isProgram: boolean): void {
  if (cursor !== undefined && page !== undefined)
    throw pageRefused('cannot be combined with cursor: a walk by cursor has no page numbers.');
  if (!isProgram || (page ?? 1) * perPage <= MAX_PAGED_ROWS) return;
  throw pageRefused(`reaches ${MAX_PAGED_ROWS.toLocaleString('en')} rows at most. Use cursor to read all of them.`);
}

function pageRefused(detail: string): AppError {
  return new AppError('REQUEST.INVALID', { message: `page: ${detail}`, errors: [{ parameter: 'page', detail }] });
}
