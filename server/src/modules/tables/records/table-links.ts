/**
 * Which rows of other tables belong to a row: by a host, a company's page at LinkedIn, or an id. Names are not unique, so
 * they count only where one of the two rows has no address that could be compared, or where a table holds names alone.
 * The SQL of lists of related rows and the sandbox's plain code both read these definitions.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { CellValue, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/table-names';
import { isSharedHost } from '../../../hosts/shared-hosts.ts';

export type LinkKind = 'domain' | 'linkedin' | 'name' | 'text';

export interface LinkKey {
  readonly kind: LinkKind;
  /** The column of the row. */
  readonly from: string;
  /** The column of the rows that belong to it. */
  readonly to: string;
  /** The filter of their table that compares the same. */
  readonly filter?: string;
  /** Names only: the columns with addresses. Where both rows have one, names do not count. */
  readonly unlessBoth?: { readonly from: string; readonly to: string };
}

export interface TableLink {
  /** Its name in filters, as `linked-tables.ts` has it; null: rows cannot be filtered by it. */
  readonly name: string | null;
  readonly table: TableName;
  readonly title: string;
  /** A row found by any of them belongs. */
  readonly keys: readonly LinkKey[];
}

const byDomain = (from: string, to: string, filter: string): LinkKey => ({ kind: 'domain', from, to, filter });
const byPage = (from: string, to: string): LinkKey => ({ kind: 'linkedin', from, to });
const one = (name: string | null, table: TableName, title: string, ...keys: readonly LinkKey[]): TableLink => ({
  name,
  table,
  title,
  keys,
});

const links: Readonly<Record<string, readonly TableLink[]>> = {
  // What the database compares for collected people is in `filters/employer-sql.ts`, since it is no column of theirs.
  'collected-people': [
    one(
      'company',
      'companies',
      'Company',
      byPage('company_url', 'linkedin_url'),
      byDomain('company_website', 'website', 'domain'),
    ),
  ],
  companies: [
    one('people', 'people', 'People', byDomain('website', 'company_website', 'website'), {
      kind: 'name',
      from: 'name',
      to: 'company_name',
      unlessBoth: { from: 'website', to: 'company_website' },
    }),
    one('reviews', 'reviews', 'Reviews', byDomain('website', 'product_url', 'domain')),
    one('store', 'shopify', 'Store', byDomain('website', 'url', 'domain'), byPage('linkedin_url', 'linkedin')),
    one('investors', 'investors', 'Investors', {
      kind: 'name',
      from: 'name',
      to: 'last_investment_company_name',
      filter: 'last_investment_company',
    }),
    one('jobs', 'jobs', 'Jobs', byDomain('website', 'company_website', 'website'), {
      kind: 'name',
      from: 'name',
      to: 'company_name',
      unlessBoth: { from: 'website', to: 'company_website' },
    }),
  ],
  jobs: [
    one('company', 'companies', 'Company', byDomain('company_website', 'website', 'domain'), {
      kind: 'name',
      from: 'company_name',
      to: 'name',
      unlessBoth: { from: 'company_website', to: 'website' },
    }),
  ],
  investors: [
    one('last_investment', 'companies', 'Last investment', { kind: 'name', from: 'last_investment_company_name', to: 'name' }),
  ],
  people: [
    one('company', 'companies', 'Company', byDomain('company_website', 'website', 'domain'), {
      kind: 'name',
      from: 'company_name',
      to: 'name',
      unlessBoth: { from: 'company_website', to: 'website' },
    }),
  ],
  reviews: [one('company', 'companies', 'Product company', byDomain('product_url', 'website', 'domain'))],
  shopify: [
    one('company', 'companies', 'Company', byDomain('url', 'website', 'domain'), byPage('linkedin', 'linkedin_url')),
    one('reviews', 'reviews', 'Reviews', byDomain('url', 'product_url', 'domain')),
  ],
  'reddit-posts': [
    one(null, 'reddit-posts', 'Other posts of the author', { kind: 'text', from: 'author', to: 'author', filter: 'author' }),
    one(null, 'reddit-posts', 'Other posts of the subreddit', {
      kind: 'text',
      from: 'subreddit_name',
      to: 'subreddit_name',
      filter: 'subreddit',
    }),
  ],
  'tiktok-videos': [
    one(null, 'tiktok-videos', 'Other videos of the author', {
      kind: 'text',
      from: 'author_unique_id',
      to: 'author_unique_id',
      filter: 'author',
    }),
    one(null, 'tiktok-videos', 'Other videos with the sound', { kind: 'text', from: 'sound_id', to: 'sound_id' }),
  ],
};

export function linksOf(table: TableName): readonly TableLink[] {
  return links[table] ?? [];
}

/** @throws {TypeError} where the table has no link of this name */
export function linkNamed({ name: table }: Pick<TableDefinition, 'name'>, name: string): TableLink {
  const link = links[table]?.find((one) => one.name === name);
  if (link === undefined) throw new TypeError(`${table} has no link ${name}`);
  return link;
}

const LINKEDIN_PAGE = /^(?:https?:\/\/)?(?:[a-z]+\.)?linkedin\.com\/((?:company|school|showcase)\/[^/?#\s]+)/i;
/** Names that Reddit shows where an author has left. */
const NOBODY = new Set(['[deleted]', '[removed]']);

/** The value that the key compares; null: none, so it finds no row. */
export function comparedValue({ kind }: Pick<LinkKey, 'kind'>, cell: CellValue | undefined): string | null {
  if (typeof cell !== 'string' || cell.trim() === '' || NOBODY.has(cell)) return null;
  if (kind === 'domain') {
    const host = normalDomain(cell);
    return host === null || isSharedHost(host) ? null : host;
  }
  return kind === 'linkedin' ? (LINKEDIN_PAGE.exec(cell)?.[1]?.toLowerCase() ?? null) : cell;
}

/** A key with what this row has for it. */
export interface LinkedBy extends LinkKey {
  readonly value: string;
  /** Names only: the column that must be blank in rows found by them. */
  readonly blank: string | null;
}

/** The keys by which rows can be found; those this row has nothing for are left out. */
export function keysOfRow(link: TableLink, row: TableRow): readonly LinkedBy[] {
  return link.keys.flatMap((key) => {
    const value = comparedValue(key, row[key.from]);
    if (value === null) return [];
    const { unlessBoth } = key;
    const hasAddress = unlessBoth !== undefined && comparedValue({ kind: 'domain' }, row[unlessBoth.from]) !== null;
    return [{ ...key, value, blank: hasAddress ? unlessBoth.to : null }];
  });
}

/** Whether the key finds the other row, as the SQL does. @param lower how names are lowered */
export function isFoundBy({ kind, to, value, blank }: LinkedBy, other: TableRow, lower: (text: string) => string): boolean {
  const cell = other[to];
  if (kind === 'domain' || kind === 'linkedin') return comparedValue({ kind }, cell) === value;
  if (kind === 'text') return cell === value;
  if (typeof cell !== 'string' || lower(cell) !== lower(value)) return false;
  const address = blank === null ? null : other[blank];
  return typeof address !== 'string' || normalDomain(address) === null;
}

interface FoundRows {
  readonly total: number;
  /** The number of rows that each key finds, in the keys' order. */
  readonly byKey: readonly number[];
  /** The number of rows that are found by a name alone. */
  readonly byNameOnly: number;
}

/** The group's title, which says where names were compared, and its filters where some select the same rows. */
export function describeGroup({ title }: TableLink, keys: readonly LinkedBy[], { total, byKey, byNameOnly }: FoundRows) {
  const suffix = byNameOnly === 0 ? '' : byNameOnly === total ? ', by name' : ', some by name';
  const covering = keys.find(({ filter }, index) => filter !== undefined && byKey[index] === total);
  return {
    title: `${title}${suffix}`,
    query: covering?.filter === undefined ? null : { [covering.filter]: [covering.value] },
  };
}
