import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { endpointsOfTables } from '@leadloom/shared/contract/endpoints-of-tables';
import { tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';

const rows: readonly (readonly [name: string, row: EndpointDefinition])[] = Object.entries({
  ...endpoints,
  ...endpointsOfTables,
});

/** Everything that every key can call: it reads. */
const counted = [
  'listProfiles',
  'getProfile',
  'listProfileFacets',
  'summarizeProfiles',
  'listTrends',
  'exportTrends',
  'matchRows',
  'listRowLists',
  'listTags',
  'getRowTags',
  'listRowNotes',
  'listTableViews',
  'getTableView',
  'listAlerts',
  'listScheduledExports',
  'listExportFiles',
  ...tableNames.flatMap((name) =>
    ['list', 'total', 'get', 'facets', 'summary', 'changes', 'related', 'history', 'sources'].map(
      (operation) => `${name}.${operation}`,
    ),
  ),
];
/** What a key needs the right to write for: nothing that changes an account, its payments, its keys, its members or its tracking. */
const writing = [
  'addCollectedPerson',
  'createRowList',
  'changeRowList',
  'deleteRowList',
  'restoreRowList',
  'addListRows',
  'removeListRows',
  'tagRows',
  'untagRows',
  'setRowTags',
  'addRowNote',
  'changeRowNote',
  'deleteRowNote',
  'createTableView',
  'updateTableView',
  'changeTableView',
  'deleteTableView',
  'createAlert',
  'updateAlert',
  'deleteAlert',
  'testAlert',
  // The addresses of webhooks may hold secrets, and answers of their receivers: keys that only read do not see them.
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'rotateWebhookSecret',
  'listWebhookDeliveries',
  'repeatWebhookDelivery',
  'createScheduledExport',
  'updateScheduledExport',
  'deleteScheduledExport',
  'runScheduledExport',
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
    const ofKind = (kind: EndpointDefinition['apiKey'], right?: EndpointDefinition['keyRight']) =>
      open.flatMap(([name, row]) => (row.apiKey === kind && row.keyRight === right ? [name] : []));
    expect(ofKind('counted').toSorted()).toEqual(counted.toSorted());
    expect(ofKind('counted', 'write').toSorted()).toEqual(writing.toSorted());
    expect(ofKind('free', 'write')).toEqual([]);
    expect(ofKind('free').toSorted()).toEqual(free.toSorted());
    // A list that is matched is too long for an address, and matching changes nothing.
    const changing = open.filter(([, { method, keyRight }]) => method !== 'GET' && keyRight === undefined);
    expect(changing.map(([name]) => name)).toEqual(['matchRows']);
  });
});
