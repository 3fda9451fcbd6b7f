/** The pages of the console's lists. */
import * as z from 'zod/mini';
import { wholeNumber } from './whole-number.ts';

export const PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 100;
/** Beyond this page, a search finds more quickly. */
const MAX_PAGE = 10_000;

/** `page` counts from 1. */
export const pageParameters = {
  page: z.optional(wholeNumber(1, MAX_PAGE)),
  per_page: z.optional(wholeNumber(1, MAX_PAGE_SIZE)),
};

export interface PageQuery {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
}

/** The rows of a page. */
export function rowsOfPage({ page = 1, per_page: perPage = PAGE_SIZE }: PageQuery): {
  readonly limit: number;
  readonly offset: number;
} {
  return { limit: perPage, offset: (page - 1) * perPage };
}
