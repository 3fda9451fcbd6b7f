/**
 * What the account keeps about rows, and what it has told and sent: lists, tags, notes, views, alerts, webhooks and scheduled
 * exports. Each call counts as one request. Those that change something need a live key that may write.
 */
import type { CallOptions, ChangingMethod, Transport } from './transport.ts';
import type {
  Alert,
  AlertChange,
  AlertMessage,
  ExportFile,
  NewAlert,
  NewRowList,
  NewScheduledExport,
  NewTableView,
  NewWebhook,
  Note,
  RowList,
  RowListAddition,
  RowListChange,
  RowListRemoval,
  RowNoteChange,
  RowsToAdd,
  RowsToRemove,
  RowsToTag,
  ScheduledExport,
  ScheduledExportChange,
  TableView,
  TableViewChange,
  TagCount,
  Tagging,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookWithSecret,
} from './types/answers.ts';
import type { TableName } from './types/tables.ts';

/** A table of rows, or the people that the account collected. */
export type MarkedTable = TableName | 'collected-people';

interface ListQuery {
  readonly table?: MarkedTable | undefined;
  /** Only lists that the row with this id is on. Needs `table`. */
  readonly row?: number | undefined;
  /** The lists that were deleted in the last 30 days instead. */
  readonly deleted?: boolean | undefined;
}

export interface OwnObjects {
  readonly lists: {
    readonly list: (query?: ListQuery, options?: CallOptions) => Promise<readonly RowList[]>;
    readonly create: (list: NewRowList, options?: CallOptions) => Promise<RowList>;
    readonly change: (id: number, change: RowListChange, options?: CallOptions) => Promise<RowList>;
    /** A deleted list can be restored for 30 days. */
    readonly delete: (id: number, options?: CallOptions) => Promise<void>;
    readonly restore: (id: number, options?: CallOptions) => Promise<RowList>;
    readonly addRows: (id: number, rows: RowsToAdd, options?: CallOptions) => Promise<RowListAddition>;
    readonly removeRows: (id: number, rows: RowsToRemove, options?: CallOptions) => Promise<RowListRemoval>;
  };
  readonly tags: {
    readonly list: (table: MarkedTable, options?: CallOptions) => Promise<readonly TagCount[]>;
    /** Adds tags to rows. */
    readonly add: (rows: RowsToTag, options?: CallOptions) => Promise<Tagging>;
    /** Takes back what one call of `add` did. */
    readonly takeBack: (table: TableName, addition: number, options?: CallOptions) => Promise<{ readonly rows: number }>;
    readonly get: (table: MarkedTable, row: number, options?: CallOptions) => Promise<readonly string[]>;
    /** Replaces the tags of a row. */
    readonly set: (table: MarkedTable, row: number, tags: readonly string[], options?: CallOptions) => Promise<readonly string[]>;
  };
  readonly notes: {
    /** The notes on a row, newest first. */
    readonly list: (table: MarkedTable, row: number, options?: CallOptions) => Promise<readonly Note[]>;
    readonly add: (table: MarkedTable, row: number, text: string, options?: CallOptions) => Promise<Note>;
    readonly change: (id: number, change: RowNoteChange, options?: CallOptions) => Promise<Note>;
    readonly delete: (id: number, options?: CallOptions) => Promise<void>;
  };
  readonly views: {
    readonly list: (table: TableName, options?: CallOptions) => Promise<readonly TableView[]>;
    readonly get: (id: string, options?: CallOptions) => Promise<TableView>;
    readonly create: (view: NewTableView, options?: CallOptions) => Promise<TableView>;
    readonly change: (id: string, change: TableViewChange, options?: CallOptions) => Promise<TableView>;
    readonly delete: (id: string, options?: CallOptions) => Promise<void>;
  };
  readonly alerts: {
    readonly list: (options?: CallOptions) => Promise<readonly Alert[]>;
    readonly create: (alert: NewAlert, options?: CallOptions) => Promise<Alert>;
    readonly change: (id: number, change: AlertChange, options?: CallOptions) => Promise<Alert>;
    readonly delete: (id: number, options?: CallOptions) => Promise<void>;
    /** Sends a message in every way that the alert tells. */
    readonly test: (id: number, options?: CallOptions) => Promise<AlertMessage>;
  };
  /** All of these need a key that may write. */
  readonly webhooks: {
    readonly list: (options?: CallOptions) => Promise<readonly Webhook[]>;
    /** Only this answer and that of `rotateSecret` have the secret. */
    readonly create: (webhook: NewWebhook, options?: CallOptions) => Promise<WebhookWithSecret>;
    readonly change: (id: string, change: WebhookChange, options?: CallOptions) => Promise<Webhook>;
    readonly delete: (id: string, options?: CallOptions) => Promise<void>;
    readonly test: (id: string, options?: CallOptions) => Promise<WebhookDelivery>;
    readonly rotateSecret: (id: string, options?: CallOptions) => Promise<WebhookWithSecret>;
    readonly deliveries: (
      id: string,
      query?: { readonly page?: number | undefined; readonly per_page?: number | undefined },
      options?: CallOptions,
    ) => Promise<WebhookDeliveries>;
    readonly sendAgain: (id: string, delivery: string, options?: CallOptions) => Promise<WebhookDelivery>;
  };
  readonly scheduledExports: {
    readonly list: (options?: CallOptions) => Promise<readonly ScheduledExport[]>;
    readonly create: (scheduled: NewScheduledExport, options?: CallOptions) => Promise<ScheduledExport>;
    readonly change: (id: number, change: ScheduledExportChange, options?: CallOptions) => Promise<ScheduledExport>;
    readonly delete: (id: number, options?: CallOptions) => Promise<void>;
    /** Has a file written now. */
    readonly run: (id: number, options?: CallOptions) => Promise<ScheduledExport>;
    readonly files: (id: number, options?: CallOptions) => Promise<readonly ExportFile[]>;
    /** A file, which was counted when it was written. Free. */
    readonly file: (id: number, file: number, options?: CallOptions) => Promise<ReadableStream<Uint8Array>>;
  };
}

interface Listed<Item> {
  readonly data: readonly Item[];
}

export function createOwnObjects(transport: Transport): OwnObjects {
  const change = <Answer>(method: ChangingMethod, path: string, body: object | null, call: CallOptions = {}) =>
    transport.change<Answer>(method, path, body, call);
  const remove = (path: string, call?: CallOptions) => change<void>('DELETE', path, null, call);
  const listOf = async <Item>(path: string, query: object = {}, call: CallOptions = {}) =>
    (await transport.json<Listed<Item>>(path, { ...query }, call)).data;
  const part = (id: string) => encodeURIComponent(id);
  const rowPath = (table: MarkedTable, row: number) => `/table/${table}/${row}`;
  interface Tags {
    readonly tags: readonly string[];
  }
  return {
    lists: {
      list: (query, call) => listOf('/lists', query, call),
      create: (list, call) => change('POST', '/lists', list, call),
      change: (id, body, call) => change('PATCH', `/lists/${id}`, body, call),
      delete: (id, call) => remove(`/lists/${id}`, call),
      restore: (id, call) => change('POST', `/lists/${id}/restore`, null, call),
      addRows: (id, rows, call) => change('POST', `/lists/${id}/rows`, rows, call),
      removeRows: (id, rows, call) => change('DELETE', `/lists/${id}/rows`, rows, call),
    },
    tags: {
      list: (table, call) => listOf('/tags', { table }, call),
      add: (rows, call) => change('POST', '/tags', rows, call),
      takeBack: (table, addition, call) => change('DELETE', '/tags', { table, addition }, call),
      get: async (table, row, call = {}) => (await transport.json<Tags>(`${rowPath(table, row)}/tags`, {}, call)).tags,
      set: async (table, row, tags, call) => (await change<Tags>('PUT', `${rowPath(table, row)}/tags`, { tags }, call)).tags,
    },
    notes: {
      list: (table, row, call) => listOf(`${rowPath(table, row)}/notes`, {}, call),
      add: (table, row, text, call) => change('POST', `${rowPath(table, row)}/notes`, { text }, call),
      change: (id, body, call) => change('PATCH', `/notes/${id}`, body, call),
      delete: (id, call) => remove(`/notes/${id}`, call),
    },
    views: {
      list: (table, call) => listOf('/table-views', { table }, call),
      get: (id, call = {}) => transport.json(`/table-views/${part(id)}`, {}, call),
      create: (view, call) => change('POST', '/table-views', view, call),
      change: (id, body, call) => change('PATCH', `/table-views/${part(id)}`, body, call),
      delete: (id, call) => remove(`/table-views/${part(id)}`, call),
    },
    alerts: {
      list: (call) => listOf('/alerts', {}, call),
      create: (alert, call) => change('POST', '/alerts', alert, call),
      change: (id, body, call) => change('PATCH', `/alerts/${id}`, body, call),
      delete: (id, call) => remove(`/alerts/${id}`, call),
      test: (id, call) => change('POST', `/alerts/${id}/test`, null, call),
    },
    webhooks: {
      list: (call) => listOf('/webhooks', {}, call),
      create: (webhook, call) => change('POST', '/webhooks', webhook, call),
      change: (id, body, call) => change('PATCH', `/webhooks/${part(id)}`, body, call),
      delete: (id, call) => remove(`/webhooks/${part(id)}`, call),
      test: (id, call) => change('POST', `/webhooks/${part(id)}/test`, null, call),
      rotateSecret: (id, call) => change('POST', `/webhooks/${part(id)}/rotate-secret`, null, call),
      deliveries: (id, query, call = {}) => transport.json(`/webhooks/${part(id)}/deliveries`, { ...query }, call),
      sendAgain: (id, delivery, call) => change('POST', `/webhooks/${part(id)}/deliveries/${part(delivery)}/again`, null, call),
    },
    scheduledExports: {
      list: (call) => listOf('/scheduled-exports', {}, call),
      create: (scheduled, call) => change('POST', '/scheduled-exports', scheduled, call),
      change: (id, body, call) => change('PATCH', `/scheduled-exports/${id}`, body, call),
      delete: (id, call) => remove(`/scheduled-exports/${id}`, call),
      run: (id, call) => change('POST', `/scheduled-exports/${id}/run`, null, call),
      files: (id, call) => listOf(`/scheduled-exports/${id}/files`, {}, call),
      file: (id, file, call = {}) => transport.stream(`/scheduled-exports/${id}/files/${file}`, {}, call),
    },
  };
}
