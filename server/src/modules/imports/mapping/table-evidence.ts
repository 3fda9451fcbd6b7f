/**
 * What the headers of a file say about its kind beyond the columns they name: a file of first and last names holds people,
 * however many columns it has about their companies, and a list of businesses holds investors only where something speaks of
 * investing.
 */

import { splitHeader } from '@leadloom/shared/tables/header-words';
import { partialHeader } from './map-headers.ts';

const INVESTING =
  /\b(?:invest\w*|fund|funds|fonds|vc|venture|capital|portfolio|aum|ticket|cheque|check size|limited partners?|lps?|angel|stage focus|preferred stages?)\b/i;
const SHOP = /\b(?:merchant|shops?|stores?|shopify|myshopify|theme|apps?|products?|vendors?|currency)\b/i;
const PERSON_PROFILE = /linkedin\.com\/(?:in|pub)\//i;

/**
 * @param rows the first cells of the file
 * @returns a factor for how well the file fits the table otherwise; 1: nothing speaks for or against it
 */
export function evidenceFor(table: string, headers: readonly string[], rows: readonly (readonly string[])[]): number {
  const words = headers.map((header) => splitHeader(header).join(' ')).join(' | ');
  if (table === 'investors') return INVESTING.test(words) || cellsMatch(rows, INVESTING) ? 1 : 0.6;
  if (table === 'shopify') return SHOP.test(words) ? 1 : 0.6;
  if (table !== 'people' && table !== 'companies') return 1;
  const parts = new Set(headers.map((header) => partialHeader(header, 'people')));
  const holdsPeople = (parts.has('first') && parts.has('last')) || cellsMatch(rows, PERSON_PROFILE);
  return holdsPeople === (table === 'people') ? 1 : 0.75;
}

/** Whether a third of the rows have such a cell. */
function cellsMatch(rows: readonly (readonly string[])[], form: RegExp): boolean {
  return rows.length > 0 && rows.filter((cells) => cells.some((cell) => form.test(cell))).length * 3 >= rows.length;
}
