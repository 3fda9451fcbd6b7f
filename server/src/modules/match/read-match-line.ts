/**
 * Reads a line of a list as an import reads the same cells: addresses by their host or page, countries in English, emails
 * and names without surrounding blanks. Pure.
 */
import type { MatchLine } from '@leadloom/shared/contract/match';
import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import type { ColumnDefinition, ColumnKind, KeyRule, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type MatchColumns, type MatchKey, matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { isSharedHost } from '../../hosts/shared-hosts.ts';
import { englishCountry } from '../../places/country-names.ts';
import { domainSources } from '../../schema/data-table.ts';
import { keyByRule } from '../imports/rows/canonical-key.ts';
import { cellReader } from '../imports/rows/cells/read-cell.ts';
import { type Link, readLink } from '../imports/rows/cells/read-link.ts';
import { comparedValue } from '../tables/records/table-links.ts';

/**
 * The compared value. `host`: the column with the host of an address. `canonical`: the row's own key. `page`: a company's
 * page at LinkedIn. `text`: a column, in any letter case. `name`: a column with names, without accents and legal form.
 */
export type Comparison = 'host' | 'canonical' | 'page' | 'text' | 'name';

export interface RequestedValue {
  readonly comparison: Comparison;
  /** A column of the table; a canonical key needs none. */
  readonly column: string;
  readonly value: string;
  /** Names only; null: any country. */
  readonly country: string | null;
  /** Names only: whose name it is. That of a company has a legal form. */
  readonly nameOf?: 'company' | 'person';
}

export type RequestedLine = Readonly<Partial<Record<MatchKey, RequestedValue>>>;

const column = (kind: ColumnKind): ColumnDefinition => ({ field: '', headerName: '', kind });
const readEmail = cellReader(column('email'));
const readText = cellReader(column('text'));

export function isName({ nameOf }: RequestedValue): boolean {
  return nameOf !== undefined;
}

/** Keys that the table does not have, and cells that cannot be read, are left out. */
export function readMatchLine(table: TableName, line: MatchLine): RequestedLine {
  const columns = matchColumnsOf(table);
  const definition = tableByName(table);
  const found = {
    domain: domainOf(definition, columns, line.domain),
    linkedin_url: linkedinOf(definition, columns, line.linkedin_url),
    email: textOf(columns.email, readEmail(line.email)),
    name: nameIn(table, columns, line),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
}

function domainOf(definition: TableDefinition, columns: MatchColumns, cell: string | undefined): RequestedValue | null {
  const { domain: field } = columns;
  const link = linkIn(cell);
  if (field === undefined || link === null) return null;
  if (!isSharedHost(link.domain) && domainSources(definition).includes(field))
    return { comparison: 'host', column: field, value: link.domain, country: null };
  const rule = definition.canonicalKey.find((known: KeyRule) => 'domainOf' in known && known.domainOf === field);
  return canonical(rule, field, link);
}

function linkedinOf(definition: TableDefinition, columns: MatchColumns, cell: string | undefined): RequestedValue | null {
  const { linkedin_url: field } = columns;
  const link = linkIn(cell);
  if (field === undefined || link === null) return null;
  // Rows with such an address have it in their key only where no other rule comes first.
  const [first] = definition.canonicalKey;
  if (first !== undefined && 'linkOf' in first && first.linkOf === field) return canonical(first, field, link);
  const page = comparedValue({ kind: 'linkedin' }, link.address);
  return page === null ? null : { comparison: 'page', column: field, value: page, country: null };
}

function canonical(rule: KeyRule | undefined, field: string, link: Link): RequestedValue | null {
  const key = rule === undefined ? null : keyByRule(rule, { cell: () => link.address, domain: () => link.domain });
  return key === null ? null : { comparison: 'canonical', column: field, value: key, country: null };
}

function nameIn(table: TableName, columns: MatchColumns, line: MatchLine): RequestedValue | null {
  const named = textOf(columns.name, readText(line.name));
  const country = columns.country === undefined ? null : readText(line.country);
  if (named === null) return null;
  const nameOf = table === 'people' ? 'person' : 'company';
  return { ...named, country: typeof country === 'string' ? englishCountry(country) : null, nameOf };
}

function textOf(field: string | undefined, cell: ReturnType<typeof readText>): RequestedValue | null {
  if (field === undefined || typeof cell !== 'string') return null;
  return { comparison: 'text', column: field, value: cell, country: null };
}

function linkIn(cell: string | undefined): Link | null {
  const text = cell?.trim() ?? '';
  const link = text === '' ? null : readLink(text);
  return link instanceof CellProblem ? null : link;
}
