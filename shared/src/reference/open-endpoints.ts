/**
 * The endpoints an API key opens, read from the contract: what the article, the OpenAPI document and the client's types
 * are made of. A new row that names `apiKey` is in all of them by itself.
 */
import type { EndpointDefinition } from '../contract/endpoint.ts';
import { endpoints, endpointsOfTables } from '../contract/endpoints.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import { tableByName, tableNames } from '../tables/tables.ts';

/** Rows of the data tables; suggestions for filters; what the account collected; the API itself. */
export type EndpointGroup = 'tables' | 'lookups' | 'own' | 'service';

export interface OpenEndpoint {
  /** Of the row: `getUsage`, `companies.list`. */
  readonly name: string;
  readonly row: EndpointDefinition;
  readonly group: EndpointGroup;
  /** Of the table it serves; null: it serves none, or several. */
  readonly definition: TableDefinition | null;
}

/** @param rows all of the contract where absent */
export function openEndpoints(
  rows: Readonly<Record<string, EndpointDefinition>> = { ...endpointsOfTables, ...endpoints },
): readonly OpenEndpoint[] {
  return Object.entries(rows)
    .filter(([, row]) => row.apiKey !== undefined)
    .map(([name, row]) => ({ name, row, group: groupOf(row), definition: definitionOf(row) }));
}

function definitionOf({ path }: EndpointDefinition): TableDefinition | null {
  const name = tableNames.find((table) => path === `/table/${table}` || path.startsWith(`/table/${table}/`));
  return name === undefined ? null : tableByName(name);
}

function groupOf(row: EndpointDefinition): EndpointGroup {
  if (definitionOf(row) !== null) return 'tables';
  if (row.path.includes('/search/')) return 'lookups';
  return row.path.startsWith('/linkedin/') || row.path.startsWith('/tiktok/') ? 'own' : 'service';
}
