/** The body of an open endpoint as JSON Schema, with a description for each of its fields. Pure. */
import { withTexts } from './describe-answer.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import type { OpenEndpoint } from './open-endpoints.ts';

/** Texts by the name of the endpoint and the path of the field. */
const bodyTexts: Readonly<Record<string, string>> = {
  'matchRows.table': 'The table whose rows are looked for',
  'matchRows.rows': 'The lines of your list. Fields that the table has no column for are ignored, and so is what cannot be read',
  'matchRows.rows[].domain':
    'The address of a website, or its host. Hosts that many share, such as facebook.com, find pages alone',
  'matchRows.rows[].linkedin_url': 'The address of a person or company at LinkedIn',
  'matchRows.rows[].email': 'An email address; people only',
  'matchRows.rows[].name': 'The name, in any letter case',
  'addCollectedPerson.url': 'The address of the profile, such as `https://www.linkedin.com/in/…`',
  'createRowList.name': 'The name of the list',
  'createRowList.table': 'The table whose rows it holds',
  ...sharing(
    'createRowList',
    'changeRowList',
    'createTableView',
    'updateTableView',
    'changeTableView',
    'createAlert',
    'updateAlert',
  ),
  'changeRowList.name': 'The new name',
  'changeRowList.note': 'A note about the list; empty to remove it',
  'changeRowList.is_pinned': 'Whether the list is pinned to the sidebar',
  ...chosenRows('addListRows', 'removeListRows', 'tagRows'),
  'addListRows.note': 'A note to write on each of the rows; with at most 100 ids',
  'removeListRows.addition': 'The `addition` of a call that put rows on the list: takes back what it did',
  'tagRows.table': 'The table of the rows',
  'tagRows.tags': 'The tags to add',
  'untagRows.table': 'The table of the rows',
  'untagRows.addition': 'The `addition` of a call that added tags: takes back what it did',
  'setRowTags.tags': 'All tags of the row; an empty list removes them',
  'addRowNote.text': 'The text of the note',
  'changeRowNote.text': 'The new text of the note',
  ...viewTexts('createTableView', 'updateTableView', 'changeTableView'),
  'createTableView.table': 'The table of the view',
  ...alertTexts('createAlert', 'updateAlert'),
  'createWebhook.url': 'The address that gets the requests; it starts with `https://`',
  'createWebhook.events': 'The events that it is sent',
  'updateWebhook.url': 'The new address',
  'updateWebhook.events': 'All events that it is sent',
  'updateWebhook.state': '`active` confirms or enables the webhook, `disabled` stops it',
  ...exportTexts('createScheduledExport', 'updateScheduledExport'),
  'matchRows.rows[].country': 'The country, by a name or code. Without it, a name is looked for in all countries',
};

function each(names: readonly string[], texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => Object.entries(texts).map(([field, text]) => [`${name}.${field}`, text])));
}

function sharing(...names: readonly string[]) {
  return each(names, {
    visibility: 'Who sees it in a shared workspace; by default its author alone',
    based_on: 'The `updated_at` that you know: if it was changed since, the call answers 409 with the newer state as `current`',
  });
}

function chosenRows(...names: readonly string[]) {
  return each(names, {
    ids: 'The ids of the rows; either these or `filters`',
    filters: 'Filters of the table by name: all rows that match. Either these or `ids`',
  });
}

function viewTexts(...names: readonly string[]) {
  return each(names, {
    name: 'The name of the view',
    state: 'Filters by parameter, the layout of the columns, the order, and the size of a page; null: as the table has it',
    is_default: 'Whether the table opens with the view for you',
    chart: 'A picture of the rows; null: none',
    is_pinned: 'Whether the view is pinned to the sidebar',
  });
}

function alertTexts(...names: readonly string[]) {
  return each(names, {
    name: 'The name of the alert',
    watch: 'What is watched: a view, a list, the trends, collected people, or a tracked name',
    on: 'What happens to a row: it comes to match, changes, or matches no longer',
    fields: 'Only changes of these columns; null: all',
    every: 'At once, daily, or weekly on Mondays',
    at: 'The time of day of a digest',
    zone: 'The time zone of that time',
    by: 'Where it tells: in the app, by mail, to webhooks, in Slack',
    destination_id: 'The Slack destination; needed for `slack`, and only then',
  });
}

function exportTexts(...names: readonly string[]) {
  return each(names, {
    name: 'The name of the export',
    watch: 'The view or list whose rows are written',
    every: 'Daily, or weekly on Mondays',
    at: 'The time of day; by default 08:00',
    zone: 'The time zone of that time; by default UTC',
    format: 'The format of the file; by default CSV',
    gzip: 'Whether the file is compressed; not with `xlsx` and `parquet`',
    destinations: 'Where each file is sent, too',
  });
}

/** Describes the body; null: the endpoint takes none. */
export function describeBody({ name, endpoint }: Pick<OpenEndpoint, 'name' | 'endpoint'>): JsonSchema | null {
  return endpoint.body === undefined ? null : withTexts(jsonSchemaOf(endpoint.body, 'input'), name, '', bodyTexts);
}
