/** A typed client for every endpoint that accepts an API key. Plain fetch, for Node from 20 on and for browsers on the server's own origin. */
import { createOwnObjects, type OwnObjects } from './own-objects.ts';
import type { FileFormat, Suggestion } from './table-client.ts';
import { type CallOptions, createTransport, type Query, type Transport } from './transport.ts';
import type {
  AddedProfile,
  DeletedRow,
  ListedProfile,
  MatchLine,
  MatchResult,
  Profile,
  ProfileQuery,
  Trend,
  Usage,
} from './types/answers.ts';
import { createTables, type TableClients } from './types/create-tables.ts';
import type { TableName } from './types/tables.ts';

export { ApiError, ConnectionError } from './api-error.ts';
export type { FileFormat, Page, TableClient } from './table-client.ts';
export type { CallOptions } from './transport.ts';
export type {
  AddedProfile,
  Alert,
  AlertChange,
  AlertMessage,
  DeletedRow,
  ErrorCode,
  ExportFile,
  ExportPreview,
  ListedProfile,
  MatchLine,
  MatchResult,
  NewAlert,
  NewRowList,
  NewScheduledExport,
  NewTableView,
  NewWebhook,
  Note,
  Problem,
  Profile,
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
  Trend,
  Usage,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookWithSecret,
} from './types/answers.ts';
export type { Tables } from './types/tables.ts';

export interface ClientOptions {
  /** The origin of the server, such as `https://leads.example.com`. */
  readonly origin: string;
  /** Starts with `ll_live_`, or with `ll_test_` for sample rows. */
  readonly apiKey: string;
  /** The platform's own where absent. */
  readonly fetch?: typeof fetch;
  /** How often a call is retried after a rate limit, a busy server or a lost connection; 4 by default, 0 for never. */
  readonly retries?: number;
  /** The longest pause before a retry; 60 by default. A longer one, as for a used-up month, is an error at once. */
  readonly maxWaitSeconds?: number;
}

export interface DeletionQuery {
  /** The rows removed at this moment or later, such as `2026-03-31T12:00:00Z`. */
  readonly since?: string | undefined;
  readonly table?: TableName | undefined;
  /** `cursor` of an earlier page with the same table and moment. */
  readonly cursor?: string | undefined;
  readonly per_page?: number | undefined;
}

export interface DeletionPage {
  /** The oldest first. */
  readonly data: readonly DeletedRow[];
  /** The cursor of the next page; null: there is no more for now. */
  readonly next_cursor: string | null;
  /** The end of this page. Keep it to read later deletions. */
  readonly cursor: string;
}

export interface ProfilePage {
  readonly data: readonly ListedProfile[];
  /** Profiles that match, on all pages. */
  readonly total: number;
  /** null on a walk by cursor. */
  readonly page: number | null;
  readonly per_page: number;
  /** The `cursor` of the next page; null: this is the last. */
  readonly next_cursor: string | null;
  readonly countries: readonly string[];
  readonly tags: readonly { readonly name: string; readonly count: number }[];
}

export type ProfileWalkQuery = Omit<ProfileQuery, 'page' | 'cursor'>;

type Lookup = (text: string, options?: CallOptions) => Promise<readonly Suggestion[]>;

export interface Client extends OwnObjects {
  readonly tables: TableClients;
  readonly deleted: {
    /** One page of deleted rows. Free. */
    readonly list: (query?: DeletionQuery, options?: CallOptions) => Promise<DeletionPage>;
    /** Yields all pages until there is no more for now. Keep the `cursor` of the last one. */
    readonly pages: (query?: DeletionQuery, options?: CallOptions) => AsyncGenerator<DeletionPage, void, undefined>;
    /** The rows of those pages, one by one. */
    readonly walk: (query?: DeletionQuery, options?: CallOptions) => AsyncGenerator<DeletedRow, void, undefined>;
  };
  readonly profiles: {
    /** Collected profiles. Counts as one request. */
    readonly list: (query?: ProfileQuery, options?: CallOptions) => Promise<ProfilePage>;
    /**
     * Yields all profiles that match, one by one; every page of them counts as one request. Without `sort` no row is missed
     * or repeated.
     */
    readonly walk: (query?: ProfileWalkQuery, options?: CallOptions) => AsyncGenerator<ListedProfile, void, undefined>;
    /** A collected profile by our id or LinkedIn's. Counts as one request. */
    readonly get: (id: string, options?: CallOptions) => Promise<Profile>;
    /** Adds a profile to the list of your collector, which collects it the next time it runs. Needs a key that may write. Counts as one request. */
    readonly add: (url: string, options?: CallOptions) => Promise<AddedProfile>;
  };
  /** Trends among the videos of tracked users. Counts as one request. */
  readonly trends: (
    query?: { readonly include_hidden?: boolean | undefined },
    options?: CallOptions,
  ) => Promise<readonly Trend[]>;
  /** The videos of one trend, or of all that are not hidden, as a file. Counts as one request. */
  readonly exportTrends: (
    query?: { readonly trend_id?: string | undefined; readonly format?: FileFormat | undefined },
    options?: CallOptions,
  ) => Promise<ReadableStream<Uint8Array>>;
  /**
   * Finds the rows that lines of your own mean: by domain, LinkedIn address, email, or name and country. A call takes at
   * most 1,000 lines and counts as one request for each 100 begun.
   */
  readonly match: (table: TableName, rows: readonly MatchLine[], options?: CallOptions) => Promise<readonly MatchResult[]>;
  /** Values that begin with a text, for the filters that take them. Free. */
  readonly search: {
    readonly topics: Lookup;
    readonly subreddits: Lookup;
    readonly tiktokUsers: Lookup;
    readonly hashtags: Lookup;
  };
  /** The usage of this month, and the remaining rate limits of the key. Free. */
  readonly usage: (options?: CallOptions) => Promise<Usage>;
}

/** @throws {TypeError} if the origin is not a URL or the key is missing */
export function createClient(options: ClientOptions): Client {
  const { origin, apiKey, retries = 4, maxWaitSeconds = 60 } = options;
  if (apiKey === '') throw new TypeError('apiKey is empty');
  // A method of the window must be called on it.
  const ownFetch = options.fetch ?? ((...call: Parameters<typeof fetch>) => fetch(...call));
  const transport = createTransport({ origin, apiKey, fetch: ownFetch, retries, maxWaitSeconds });
  const read = <Answer>(path: string, query: Query = {}, call: CallOptions = {}) => transport.json<Answer>(path, query, call);
  return {
    tables: createTables(transport),
    deleted: createDeletions(transport),
    profiles: createProfiles(transport),
    ...createOwnObjects(transport),
    trends: (query, call) => read('/tiktok/trends', { ...query }, call),
    exportTrends: (query, call = {}) => transport.stream('/tiktok/trends/export', { ...query }, call),
    match: async (table, rows, call = {}) =>
      (await transport.post<{ data: readonly MatchResult[] }>('/match', { table, rows }, call)).data,
    search: {
      topics: (q, call) => read('/search/shopify/topics', { q }, call),
      subreddits: (q, call) => read('/reddit/search/subreddit', { q }, call),
      tiktokUsers: (q, call) => read('/tiktok/search/unique-id', { q }, call),
      hashtags: (q, call) => read('/tiktok/search/hashtag', { q }, call),
    },
    usage: (call) => read('/usage', {}, call),
  };
}

function createProfiles(transport: Transport): Client['profiles'] {
  const path = '/linkedin/users';
  const list: Client['profiles']['list'] = (query, call = {}) => transport.json(path, { ...query }, call);
  return {
    list,
    async *walk(query, call) {
      let cursor: string | null = '';
      while (cursor !== null) {
        const { data, next_cursor: next }: ProfilePage = await list({ per_page: 100, ...query, cursor }, call);
        yield* data;
        cursor = next;
      }
    },
    get: async (id, call = {}) =>
      (await transport.json<{ profile: Profile }>(`${path}/${encodeURIComponent(id)}`, {}, call)).profile,
    add: (url, call = {}) => transport.change('POST', '/collected-people', { url }, call),
  };
}

function createDeletions(transport: Transport): Client['deleted'] {
  const list: Client['deleted']['list'] = (query, call = {}) => transport.json('/deleted', { ...query }, call);
  async function* pages(query: DeletionQuery = {}, call: CallOptions = {}) {
    let cursor: string | null | undefined = query.cursor;
    while (cursor !== null) {
      const page: DeletionPage = await list({ ...query, cursor }, call);
      yield page;
      cursor = page.next_cursor;
    }
  }
  return {
    list,
    pages,
    async *walk(query, call) {
      for await (const { data } of pages(query, call)) yield* data;
    },
  };
}
