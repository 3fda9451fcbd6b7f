/**
 * The endpoints that accept API keys, read from the contract. The article, the OpenAPI document and the client's types
 * are made from them. Those of no single table are named here, so that the article's screen loads no other endpoints; a
 * test fails if one is missing.
 */
import * as alerts from '../contract/alerts.ts';
import { addCollectedPerson } from '../contract/collected-people.ts';
import { getProfile, listProfiles } from '../contract/collected-profiles.ts';
import { listDeletedRows } from '../contract/data-api.ts';
import type { EndpointDefinition } from '../contract/endpoint.ts';
import { endpointsOfTables } from '../contract/endpoints-of-tables.ts';
import { downloadExportFile } from '../contract/export-files.ts';
import { matchRows } from '../contract/match.ts';
import * as markChanges from '../contract/my-row-changes.ts';
import { listRowLists, listTags } from '../contract/my-rows.ts';
import { listProfileFacets, summarizeProfiles } from '../contract/profile-facets.ts';
import * as scheduledExports from '../contract/scheduled-exports.ts';
import * as views from '../contract/table-views.ts';
import { searchHashtags, searchSubreddits, searchTikTokUsers, searchTopics } from '../contract/tables.ts';
import { exportTrends, listTrends } from '../contract/trends.ts';
import { getUsage } from '../contract/usage.ts';
import * as webhooks from '../contract/webhooks.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import { tableByName, tableNames } from '../tables/tables.ts';

/**
 * Rows of the data tables; lists that are matched with them; suggestions for filters; collected data; lists, tags and notes;
 * views and alerts; webhooks and scheduled exports; the API itself.
 */
export type EndpointGroup = 'tables' | 'match' | 'lookups' | 'own' | 'marks' | 'views' | 'connections' | 'service';

export interface OpenEndpoint {
  /** Name of the endpoint: `getUsage`, `companies.list`. */
  readonly name: string;
  readonly endpoint: EndpointDefinition;
  readonly group: EndpointGroup;
  /** The table it serves; null: none, or several. */
  readonly definition: TableDefinition | null;
}

const own = {
  listProfiles,
  getProfile,
  listProfileFacets,
  summarizeProfiles,
  addCollectedPerson,
  listTrends,
  exportTrends,
};
const marks = {
  listRowLists,
  createRowList: markChanges.createRowList,
  changeRowList: markChanges.changeRowList,
  deleteRowList: markChanges.deleteRowList,
  restoreRowList: markChanges.restoreRowList,
  addListRows: markChanges.addListRows,
  removeListRows: markChanges.removeListRows,
  listTags,
  tagRows: markChanges.tagRows,
  untagRows: markChanges.untagRows,
  getRowTags: markChanges.getRowTags,
  setRowTags: markChanges.setRowTags,
  listRowNotes: markChanges.listRowNotes,
  addRowNote: markChanges.addRowNote,
  changeRowNote: markChanges.changeRowNote,
  deleteRowNote: markChanges.deleteRowNote,
};
const viewsAndAlerts = {
  listTableViews: views.listTableViews,
  getTableView: views.getTableView,
  createTableView: views.createTableView,
  updateTableView: views.updateTableView,
  changeTableView: views.changeTableView,
  deleteTableView: views.deleteTableView,
  listAlerts: alerts.listAlerts,
  createAlert: alerts.createAlert,
  updateAlert: alerts.updateAlert,
  deleteAlert: alerts.deleteAlert,
  testAlert: alerts.testAlert,
};
const connections = {
  listWebhooks: webhooks.listWebhooks,
  createWebhook: webhooks.createWebhook,
  updateWebhook: webhooks.updateWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  testWebhook: webhooks.testWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  listWebhookDeliveries: webhooks.listWebhookDeliveries,
  repeatWebhookDelivery: webhooks.repeatWebhookDelivery,
  listScheduledExports: scheduledExports.listScheduledExports,
  createScheduledExport: scheduledExports.createScheduledExport,
  updateScheduledExport: scheduledExports.updateScheduledExport,
  deleteScheduledExport: scheduledExports.deleteScheduledExport,
  runScheduledExport: scheduledExports.runScheduledExport,
  listExportFiles: scheduledExports.listExportFiles,
  downloadExportFile,
};
const ofNoTable: Readonly<Record<Exclude<EndpointGroup, 'tables'>, Readonly<Record<string, EndpointDefinition>>>> = {
  match: { matchRows },
  lookups: { searchTopics, searchSubreddits, searchTikTokUsers, searchHashtags },
  own,
  marks,
  views: viewsAndAlerts,
  connections,
  service: { getUsage, listDeletedRows },
};

const groups = ['match', 'lookups', 'own', 'marks', 'views', 'connections', 'service'] as const;

export function openEndpoints(): readonly OpenEndpoint[] {
  const ofTables = Object.entries<EndpointDefinition>(endpointsOfTables)
    .filter(([, { apiKey }]) => apiKey !== undefined)
    .map(([name, endpoint]): OpenEndpoint => ({ name, endpoint, group: 'tables', definition: definitionOf(endpoint) }));
  const others = groups.flatMap((group) =>
    Object.entries(ofNoTable[group]).map(([name, endpoint]): OpenEndpoint => ({ name, endpoint, group, definition: null })),
  );
  return [...ofTables, ...others];
}

function definitionOf({ path }: EndpointDefinition): TableDefinition | null {
  const name = tableNames.find((table) => path === `/table/${table}` || path.startsWith(`/table/${table}/`));
  return name === undefined ? null : tableByName(name);
}
