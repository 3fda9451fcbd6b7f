/**
 * The columns by which rows of a table are found for the lines of somebody's own file: only those that identify one row. A
 * key that a table does not have is ignored.
 */
import type { TableName } from './tables.ts';

/** Keys in the order in which they decide. */
export const matchKeys = ['domain', 'linkedin_url', 'email', 'name'] as const;
export type MatchKey = (typeof matchKeys)[number];

/** Fields that a line may have; the country narrows the name and finds nothing by itself. */
export const matchFields = [...matchKeys, 'country'] as const;
export type MatchField = (typeof matchFields)[number];

export type MatchColumns = Readonly<Partial<Record<MatchField, string>>>;

/** A table that is not here is not offered for matching. */
const columns: Readonly<Partial<Record<TableName, MatchColumns>>> = {
  investors: { domain: 'website', name: 'name', country: 'country' },
  companies: { domain: 'website', linkedin_url: 'linkedin_url', name: 'name', country: 'country' },
  people: { linkedin_url: 'linkedin_url', email: 'email', name: 'name', country: 'country' },
  reviews: { domain: 'product_url' },
  jobs: { domain: 'company_website' },
  shopify: { domain: 'url', linkedin_url: 'linkedin', name: 'merchant_name' },
};

/** The columns by which people recognise a row; a person's site is that of the company. */
export function shownColumnsOf(table: TableName): Readonly<Partial<Record<'name' | 'country' | 'site', string>>> {
  const { name, country, domain } = matchColumnsOf(table);
  const site = table === 'people' ? 'company_website' : domain;
  return {
    ...(name === undefined ? {} : { name }),
    ...(country === undefined ? {} : { country }),
    ...(site === undefined ? {} : { site }),
  };
}

export function matchColumnsOf(table: TableName): MatchColumns {
  return columns[table] ?? {};
}
