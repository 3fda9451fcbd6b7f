/**
 * The titles of the operations' examples. They are separate from the programs, which are only needed by readers who open
 * one.
 */
import type { TableDefinition } from '../../tables/define-table.ts';
import { operationOf } from '../describe-answer.ts';
import type { OpenEndpoint } from '../open-endpoints.ts';

const VALUES_BY_START = 'Values that start with a text';

export const exampleTitles = {
  getUsage: 'Usage this month',
  listDeletedRows: 'Rows deleted since the last run',
  matchRows: 'Rows for the lines of a list',
  searchTopics: VALUES_BY_START,
  searchSubreddits: VALUES_BY_START,
  searchTikTokUsers: VALUES_BY_START,
  searchHashtags: VALUES_BY_START,
  listProfiles: 'Collected profiles with an email address',
  listProfileFacets: 'Collected profiles beside each value',
  summarizeProfiles: 'Collected profiles summarized by their values',
  getProfile: 'One profile by its id',
  listTrends: 'Trends of tracked users',
  exportTrends: 'Videos of all trends as a file',
  downloadExportFile: 'A file of a scheduled export',
  addCollectedPerson: 'Have a profile collected',
  listRowLists: 'Lists of a table',
  createRowList: 'A new list',
  changeRowList: 'Another name for a list',
  deleteRowList: 'Delete a list',
  restoreRowList: 'Bring a deleted list back',
  addListRows: 'Put rows on a list',
  removeListRows: 'Take rows off a list',
  listTags: 'Tags of a table',
  tagRows: 'Tag all rows that match a filter',
  untagRows: 'Take back added tags',
  getRowTags: 'Tags of a row',
  setRowTags: 'Replace the tags of a row',
  listRowNotes: 'Notes on a row',
  addRowNote: 'Write a note',
  changeRowNote: 'Change a note',
  deleteRowNote: 'Delete a note',
  listTableViews: 'Views of a table',
  getTableView: 'One view by its id',
  createTableView: 'Save filters as a view',
  updateTableView: 'Replace a view',
  changeTableView: 'Another name for a view',
  deleteTableView: 'Delete a view',
  listAlerts: 'Your alerts',
  createAlert: 'Be told of new trends',
  updateAlert: 'Be told less often',
  deleteAlert: 'Delete an alert',
  testAlert: 'Try an alert',
  listWebhooks: 'Your webhooks',
  createWebhook: 'Add a webhook',
  updateWebhook: 'Stop a webhook',
  deleteWebhook: 'Delete a webhook',
  testWebhook: 'Try a webhook',
  rotateWebhookSecret: 'A new secret for a webhook',
  listWebhookDeliveries: 'What a webhook was sent',
  repeatWebhookDelivery: 'Send a delivery again',
  listScheduledExports: 'Your scheduled exports',
  createScheduledExport: 'Export a list every week',
  updateScheduledExport: 'Export daily instead',
  deleteScheduledExport: 'Delete a scheduled export',
  runScheduledExport: 'Write a file now',
  listExportFiles: 'Files of a scheduled export',
  list: 'Rows that match a filter',
  total: 'Number of rows that match a filter',
  facets: 'Rows beside each value',
  summary: 'Rows summarized by their values',
  get: 'One row by its id',
  related: 'Rows that belong to a row',
  history: 'What changed in a row',
  sources: 'Where cells of a row come from',
  export: 'Filtered rows as a file',
  previewExport: 'Cost of an export',
  options: 'Filter values found in the data',
  suggest: VALUES_BY_START,
  changes: 'What changed since the last run',
} as const;

/** The title; null: there is no example, as with suggestions of a table without a filter that suggests. */
export function exampleTitle({ name, definition }: Pick<OpenEndpoint, 'name' | 'definition'>): string | null {
  const operation = operationOf(name);
  if (operation === 'suggest' && (definition === null || suggestedFilter(definition) === null)) return null;
  return new Map<string, string>(Object.entries(exampleTitles)).get(operation) ?? null;
}

/** The key of the first filter that suggests values; null: none does. */
export function suggestedFilter({ filters }: TableDefinition): string | null {
  return filters.find((filter) => filter.kind === 'text' && filter.isSuggested === true)?.key ?? null;
}
