/**
 * The endpoints that accept API keys, read from the contract. The article, the OpenAPI document and the client's types
 * are made from them; a new endpoint with `apiKey` appears in all three.
 */
import type { EndpointDefinition } from '../contract/endpoint.ts';
import { endpoints, endpointsOfTables } from '../contract/endpoints.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import { tableByName, tableNames } from '../tables/tables.ts';

/** Rows of the data tables; lists that are matched with them; suggestions for filters; collected data; the API itself. */
export type EndpointGroup = 'tables' | 'match' | 'lookups' | 'own' | 'service';

export interface OpenEndpoint {
  /** Name of the endpoint: `getUsage`, `companies.list`. */
  readonly name: string;
  readonly endpoint: EndpointDefinition;
  readonly group: EndpointGroup;
  /** The table it serves; null: none, or several. */
  readonly definition: TableDefinition | null;
}

/** @param candidates by default all endpoints of the contract */
export function openEndpoints(
  candidates: Readonly<Record<string, EndpointDefinition>> = { ...endpointsOfTables, ...endpoints },
): readonly OpenEndpoint[] {
  return Object.entries(candidates)
    .filter(([, endpoint]) => endpoint.apiKey !== undefined)
    .map(([name, endpoint]) => ({ name, endpoint, group: groupOf(endpoint), definition: definitionOf(endpoint) }));
}

function definitionOf({ path }: EndpointDefinition): TableDefinition | null {
  const name = tableNames.find((table) => path === `/table/${table}` || path.startsWith(`/table/${table}/`));
  return name === undefined ? null : tableByName(name);
}

function groupOf(endpoint: EndpointDefinition): EndpointGroup {
  if (definitionOf(endpoint) !== null) return 'tables';
  if (endpoint.path === '/match') return 'match';
  if (endpoint.path.includes('/search/')) return 'lookups';
  return endpoint.path.startsWith('/linkedin/') || endpoint.path.startsWith('/tiktok/') ? 'own' : 'service';
}
