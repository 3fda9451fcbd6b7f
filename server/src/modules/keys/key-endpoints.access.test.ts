import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';

const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
  ...endpoints,
  ...endpointsOfTables,
});

/** Everything keys can call: data, and nothing that changes an account, its payments, its keys or its tracking. */
const counted = [
  'listProfiles',
  'getProfile',
  'listProfileFacets',
  'summarizeProfiles',
  'listTrends',
  'exportTrends',
  'matchRows',
  ...tableNames.flatMap((name) =>
    ['list', 'total', 'get', 'facets', 'summary', 'changes', 'related', 'history', 'sources'].map(
      (operation) => `${name}.${operation}`,
    ),
  ),
];
const free = [
  'getUsage',
  'listDeletedRows',
  'downloadExportFile',
  'searchTopics',
  'searchSubreddits',
  'searchTikTokUsers',
  'searchHashtags',
  ...tableNames.flatMap((name) => ['export', 'previewExport', 'options', 'suggest'].map((operation) => `${name}.${operation}`)),
];
const open = rows.filter(([, row]) => row.apiKey !== undefined);

describe('the endpoints that accept API keys', () => {
  it('only the listed endpoints accept an API key, each counted or free', () => {
    const ofKind = (kind: EndpointDefinition['apiKey']) => open.flatMap(([name, row]) => (row.apiKey === kind ? [name] : []));
    expect(ofKind('counted').toSorted()).toEqual(counted.toSorted());
    expect(ofKind('free').toSorted()).toEqual(free.toSorted());
    // A list that is matched is too long for an address, and matching changes nothing.
    expect(open.flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]))).toEqual(['matchRows']);
  });
});
