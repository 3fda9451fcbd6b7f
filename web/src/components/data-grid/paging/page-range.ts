/** The texts and numbers of the pager. */
import { formatCount } from '../../../lib/format-count.ts';

/** The number of pages, at least one, so that an empty table has a page; null: not known yet. */
export function pageCount(total: number | null, perPage: number): number | null {
  return total === null ? null : Math.max(1, Math.ceil(total / perPage));
}

/** How many rows a page will have, which is the last one where it is past the end; at least one, as something is on its way. */
export function rowsOnPage(page: number, perPage: number, total: number | null): number {
  if (total === null) return perPage;
  const before = (Math.min(page, pageCount(total, perPage) ?? page) - 1) * perPage;
  return Math.max(1, Math.min(perPage, total - before));
}

interface Range {
  readonly page: number;
  readonly perPage: number;
  /** Rows on this page. */
  readonly count: number;
  readonly total: number | null;
}

/** `21–30 of 1,000,000`; without the total while it is not known. */
export function rangeText({ page, perPage, count, total }: Range): string {
  const before = (page - 1) * perPage;
  const end = total === null ? before + count : Math.min(total, before + perPage);
  const shown = end <= before ? '0' : `${formatCount(before + 1)}–${formatCount(end)}`;
  return total === null ? shown : `${shown} of ${formatCount(total)}`;
}

/** `Rows 1–75 of 5,285`: which rows are on paper; blank where there are none. */
export function printedText(first: number, count: number, total: number | null): string {
  if (count === 0) return '';
  const rows = `Rows ${formatCount(first)}–${formatCount(first + count - 1)}`;
  return total === null ? rows : `${rows} of ${formatCount(total)}`;
}

/** Reads a typed page as the nearest existing one; null: not a number. Digit grouping is accepted. */
export function readPage(text: string, pages: number | null): number | null {
  const digits = text.replace(/[\s.,'’]/g, '');
  if (!/^\d{1,12}$/.test(digits)) return null;
  return Math.min(pages ?? Number.MAX_SAFE_INTEGER, Math.max(1, Number(digits)));
}
