/**
 * Descriptions of parameters of open endpoints that their schemas do not describe. They are kept apart because the
 * definitions of tables are loaded with every screen, these texts only with the documentation. A test requires one for
 * every parameter.
 */

import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../contract/list-parameters.ts';
import { DEFAULT_CHANGES, MAX_CHANGES } from '../contract/table-changes.ts';
import { DEFAULT_DELIVERIES, MAX_DELIVERIES } from '../contract/webhooks.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import { WHERE_FILTER } from '../tables/filter-parameters.ts';
import { tableNames } from '../tables/tables.ts';
import { whereText } from './filter-examples.ts';
import type { JsonSchema } from './json-schema.ts';

export interface ParameterText {
  readonly text: string;
  /** Set if the endpoint's own schema only says that the value is written in digits. */
  readonly schema?: JsonSchema;
}

/** Texts by the names of endpoint and parameter, or by the name of the parameter alone. */
export const parameterTexts: Readonly<Record<string, ParameterText>> = {
  page: {
    text: 'Number of the page, starting at 1. To read more than 10,000 rows, use `cursor`.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  per_page: {
    text: 'Rows per page. A value above the maximum is refused, not reduced.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
  },
  cursor: { text: 'The `next_cursor` of the previous page; empty to start. Cannot be combined with `page`.' },
  fields: { text: 'The columns to return; by default all. The id is always included.' },
  list: { text: 'The id of one of your lists of this table: only its rows.' },
  tag: { text: 'Your own tags, separated by commas: only rows that carry one of them.' },
  list_not: { text: 'The id of one of your lists of this table: only rows that are not on it.' },
  tag_not: { text: 'Your own tags, separated by commas: only rows that carry none of them.' },
  exported: {
    text: 'Only rows that you exported this month (true), or did not (false).',
    schema: { type: 'boolean' },
  },
  in_crm: {
    text: 'Only rows that have a record in your CRM (true), or have none (false).',
    schema: { type: 'boolean' },
  },
  crm_owner: { text: 'Names of owners in your CRM, separated by commas: only rows whose record belongs to any of them.' },
  crm_stage: { text: 'Stages in your CRM, separated by commas: only rows whose record is in any of them.' },
  where: { text: whereText('companies') },
  sample: {
    text: 'Only invented sample rows (true), or only rows that are none (false).',
    schema: { type: 'boolean' },
  },
  updated_after: { text: 'Only rows changed or added after this time, such as `2026-03-31T12:00:00Z`.' },
  ...ofCounts('facets', 'summary'),
  ...ofCounts('listProfileFacets', 'summarizeProfiles'),
  'list.ids': { text: 'Ids of rows, separated by commas: only these rows that match the filters.' },
  'export.ids': { text: 'Ids of rows, separated by commas: only these rows that match the filters.' },
  'previewExport.ids': { text: 'Ids of rows, separated by commas: only these rows that match the filters.' },
  include_total: {
    text: 'Whether to count `total`; by default true. With `fast`, it is null where counting takes more than 300 ms. Paging by cursor is faster without it.',
  },
  columns: { text: 'The columns of the file, in this order; by default all.' },
  preset: {
    text: '`sender`: the columns `email`, `first_name`, `last_name`, `company`, `title`, `website`, `linkedin_url` and `reason`, for a program that sends mails. First and last names are blank unless the name has exactly two words. `reason` is the name of the `list` that the call names. Rows without an email stay, unless `with_email=true` is sent. Cannot be combined with `columns`.',
  },
  limit: { text: 'The maximum number of rows.', schema: { type: 'integer', minimum: 1, maximum: 1_000_000_000 } },
  format: { text: '`csv`, the default, or `xlsx`: an Excel workbook.' },
  filter: { text: 'The name of a text filter.' },
  id: { text: 'The id of the row.', schema: { type: 'integer', minimum: 1 } },
  after: {
    text: 'The version after which changes are returned; 0, the default, returns every row. A version whose later deletions are no longer kept (180 days) answers 410.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  'changes.per_page': {
    text: 'Changes per response.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_CHANGES, default: DEFAULT_CHANGES },
  },
  'listDeletedRows.cursor': {
    text: 'The `cursor` or `next_cursor` of a previous response with the same parameters; by default the start.',
  },
  'listDeletedRows.per_page': {
    text: 'Deletions per response.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE },
  },
  since: { text: 'Only rows deleted at or after this time, at most 180 days ago, such as `2026-03-31T12:00:00Z`.' },
  table: { text: 'Only rows of this table.' },
  q: { text: 'The start of the values.' },
  ids: { text: 'Exact values to return with their labels.' },
  include_hidden: { text: 'Whether to include hidden trends; by default false.' },
  trend_id: { text: 'Only videos of this trend; by default of all trends that are not hidden.' },
  export_id: { text: 'The id of the scheduled export.' },
  list_id: { text: 'The id of the list.', schema: { type: 'integer', minimum: 1 } },
  'deleteRowList.deleted': { text: 'With `true`: delete a deleted list for good.', schema: { type: 'boolean' } },
  'listRowLists.table': { text: 'Only lists of this table.' },
  'listRowLists.row': {
    text: 'Only lists that the row with this id is on. Needs `table`.',
    schema: { type: 'integer', minimum: 1 },
  },
  'listRowLists.deleted': { text: 'With `true`: the lists that were deleted in the last 30 days.', schema: { type: 'boolean' } },
  ...ofTable('listTags', 'getRowTags', 'setRowTags', 'listRowNotes', 'addRowNote', 'listTableViews'),
  note_id: { text: 'The id of the note.', schema: { type: 'integer', minimum: 1 } },
  view_id: { text: 'The id of the view.' },
  alert_id: { text: 'The id of the alert.', schema: { type: 'integer', minimum: 1 } },
  webhook_id: { text: 'The id of the webhook.' },
  delivery_id: { text: 'The id of the delivery, which is the `webhook-id` of its requests.' },
  'listWebhookDeliveries.page': {
    text: 'Number of the page, starting at 1.',
    schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  },
  'listWebhookDeliveries.per_page': {
    text: 'Deliveries per page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_DELIVERIES, default: DEFAULT_DELIVERIES },
  },
  file_id: { text: 'The id of the file.' },
  user_id: { text: 'The id of the profile: ours or LinkedIn’s.' },
  tags: { text: 'Tags, separated by commas. A person must have all of them.' },
  ...ofPeople('listProfiles'),
  ...ofPeople('listProfileFacets'),
  ...ofPeople('summarizeProfiles'),
  'listProfiles.sort': {
    text: 'The field to sort by; by default `collected_at`, and with a cursor `id`. `id` is the order in which profiles were added.',
  },
  'listProfiles.order': { text: 'Ascending or descending; by default descending, and for `id` ascending.' },
};

function ofTable(...endpoints: readonly string[]): Readonly<Record<string, ParameterText>> {
  return Object.fromEntries(endpoints.map((endpoint) => [`${endpoint}.table`, { text: 'The table of the rows.' }]));
}

/** @param endpoint that takes the filters of collected people */
function ofPeople(endpoint: string): Readonly<Record<string, ParameterText>> {
  return {
    [`${endpoint}.list`]: { text: 'The id of one of your lists of collected people: only those on it.' },
    [`${endpoint}.list_not`]: { text: 'The id of one of your lists of collected people: only those who are not on it.' },
    [`${endpoint}.tag_not`]: { text: 'Tags, separated by commas: only people who have none of them.' },
    [`${endpoint}.updated_after`]: {
      text: 'Only profiles added or changed after this time, such as `2026-03-31T12:00:00Z`. Collecting a profile again without a change is none.',
    },
  };
}

function ofCounts(facets: string, summary: string): Readonly<Record<string, ParameterText>> {
  return {
    [`${facets}.of`]: { text: 'The filter whose values are counted; up to ten, each as a parameter of its own.' },
    [`${facets}.q`]: { text: 'Only values that contain this text, in any letter case. Not with several `of`, nor with numbers.' },
    [`${summary}.by`]: {
      text: 'The filter by whose values the rows are summarized; one or two, each as a parameter of its own.',
    },
    [`${summary}.measure`]: { text: 'What is answered for each cell; by default the number of rows.' },
    [`${summary}.of`]: {
      text: 'The column whose numbers are measured. Needed for every measure but `count`, and not sent with that.',
    },
  };
}

/** The texts that depend on the table: the order's, and that of `where`, whose example names its columns. */
export function tableText(definition: TableDefinition, name: string): ParameterText | null {
  const table = tableNames.find((known) => known === definition.name);
  if (name === WHERE_FILTER && table !== undefined) return { text: whereText(table) };
  if (name === 'sort')
    return {
      text: `The column to sort by; by default \`${definition.defaultSort}\`. \`id\` is the order in which rows were added. Blank cells come last.`,
    };
  if (name === 'order')
    return {
      text: `Ascending or descending; by default descending for \`${definition.defaultSort}\` and ascending for all other columns.`,
    };
  return null;
}
