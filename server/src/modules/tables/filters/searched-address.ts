/**
 * An address that was typed or pasted as a search. It finds the rows that have it, in the columns by which rows are found
 * by an address; where a table has none of them, it is searched for as words. Pure.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { isSharedHost } from '../../../hosts/shared-hosts.ts';
import { databaseName, emailColumns, linkedinColumns, memberColumns } from '../../../schema/data-table.ts';

/** A comparison by which rows with the address are found. `page`, `member`: of a company, or a person, at LinkedIn. */
export interface SearchedAddress {
  readonly by: 'host' | 'page' | 'member' | 'email';
  /** The column with the address. */
  readonly column: string;
  readonly value: string;
}

const IN_BRACKETS = /^<(.*)>$/;
const MAIL_SCHEME = /^mailto:/i;
const MAILBOX = /^[^\s@<>"]+@([^\s@<>"/]+\.[^\s@<>"/]+)$/;
/** A scheme, `www.`, or a path behind a host is what tells an address from a name with a dot, such as `Booking.com`. */
const WRITTEN_AS_ADDRESS = /^(?:(?:https?:)?\/\/|www\d?\.[^.\s]+\.|[^\s/?#.]+(?:\.[^\s/?#.]+)*\.[a-z]{2,}(?::\d+)?\/)/i;
const SCHEME = /^(?:https?:)?\/\//i;
const LINKEDIN = /^(?:[a-z]+\.)?linkedin\.com$/;
const PAGE = /^\/((?:company|school|showcase)\/[^/]+)/;
const MEMBER = /^\/in\/([^/]+)/;

/** The filter in which addresses are recognised. */
export function isAddressFilter(filter: FilterDefinition): boolean {
  return filter.kind === 'search' && filter.key === 'search_query';
}

/** How the table finds an address; null: the text is none, or the table has no column for it. */
export function searchedAddress(definition: TableDefinition, text: string): SearchedAddress | null {
  const address = withoutWrapping(text);
  const name = databaseName(definition);
  const mailDomain = MAILBOX.exec(address)?.[1];
  if (mailDomain !== undefined) {
    const column = emailColumns[name];
    if (column !== undefined) return { by: 'email', column, value: address };
    return bySite(definition, normalDomain(mailDomain));
  }
  const host = WRITTEN_AS_ADDRESS.test(address) ? normalDomain(address) : null;
  if (host === null) return null;
  if (LINKEDIN.test(host)) return atLinkedin(definition, pathOf(address));
  return bySite(definition, host);
}

/** The slug of the person whose LinkedIn address the text is, in lower case; null: it is no such address. */
export function searchedMember(text: string): string | null {
  const address = withoutWrapping(text);
  const host = WRITTEN_AS_ADDRESS.test(address) ? normalDomain(address) : null;
  if (host === null || !LINKEDIN.test(host)) return null;
  return MEMBER.exec(pathOf(address))?.[1] ?? null;
}

/** The text whose words are searched for: an address without what every address has. */
export function wordsOfAddress(text: string): string {
  const address = withoutWrapping(text);
  if (!WRITTEN_AS_ADDRESS.test(address)) return address;
  return address
    .replace(SCHEME, '')
    .replace(/^www\d?\./i, '')
    .replace(/[?#].*$/, '');
}

/** The columns that are compared with an address in addition to those that are searched. */
export function addressColumns(definition: TableDefinition): readonly string[] {
  const name = databaseName(definition);
  const columns = [siteColumn(definition), linkedinColumns[name], memberColumns[name], emailColumns[name]];
  return columns.flatMap((column) => column ?? []);
}

function atLinkedin(definition: TableDefinition, path: string): SearchedAddress | null {
  const name = databaseName(definition);
  const [pages, members] = [linkedinColumns[name], memberColumns[name]];
  const page = PAGE.exec(path)?.[1];
  if (page !== undefined && pages !== undefined) return { by: 'page', column: pages, value: page };
  const member = MEMBER.exec(path)?.[1];
  return member === undefined || members === undefined ? null : { by: 'member', column: members, value: member };
}

/** Rows are found by their site, unless many have it. */
function bySite(definition: TableDefinition, host: string | null): SearchedAddress | null {
  const column = siteColumn(definition);
  return host === null || column === null || isSharedHost(host) ? null : { by: 'host', column, value: host };
}

function siteColumn({ filters }: TableDefinition): string | null {
  return filters.flatMap((filter) => (filter.kind === 'text' && filter.match === 'domain' ? [filter.column] : []))[0] ?? null;
}

function withoutWrapping(text: string): string {
  const trimmed = text.trim();
  const address = IN_BRACKETS.exec(trimmed)?.[1] ?? trimmed;
  return MAIL_SCHEME.test(address) ? address.replace(MAIL_SCHEME, '').replace(/\?.*$/, '') : address;
}

/** In lower case, without a slash at the end. */
function pathOf(address: string): string {
  return new URL(`https://${address.replace(SCHEME, '')}`).pathname.toLowerCase();
}
