/**
 * The endpoints that accept API keys, read from the contract. The article, the OpenAPI document and the client's types
 * are made from them. Those of no single table are named here, so that the article's screen loads no other endpoints; a
 * test fails if one is missing.
 */
import { getProfile, listProfiles } from '../contract/collected-profiles.ts';
import { listDeletedRows } from '../contract/data-api.ts';
import type { EndpointDefinition } from '../contract/endpoint.ts';
import { endpointsOfTables } from '../contract/endpoints-of-tables.ts';
import { downloadExportFile } from '../contract/export-files.ts';
import { matchRows } from '../contract/match.ts';
import { listProfileFacets, summarizeProfiles } from '../contract/profile-facets.ts';
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '../contract/tables.ts';
import { exportTrends, listTrends } from '../contract/trends.ts';
import { getUsage } from '../contract/usage.ts';
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

const ofNoTable = {
  getUsage,
  listDeletedRows,
  listProfiles,
  getProfile,
  listProfileFacets,
  summarizeProfiles,
  searchTopics,
  searchSubreddits,
  searchTikTokUsers,
  searchHashtags,
  matchRows,
  downloadExportFile,
  listTrends,
  exportTrends,
};

export function openEndpoints(): readonly OpenEndpoint[] {
  return Object.entries<EndpointDefinition>({ ...endpointsOfTables, ...ofNoTable })
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
