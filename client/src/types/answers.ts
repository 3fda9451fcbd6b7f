/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** What a program can tell errors apart by. Others may come. */
export type ErrorCode =
  | 'ALERT.LIMIT_REACHED'
  | 'ALERT.NOTHING_TO_WATCH'
  | 'ALERT.NOT_FOUND'
  | 'AUTH.KEY_INVALID'
  | 'AUTH.KEY_NOT_ACCEPTED'
  | 'AUTH.NOT_VERIFIED'
  | 'AUTH.PROOF_NEEDED'
  | 'AUTH.SESSION_REQUIRED'
  | 'AUTH.SUBSCRIPTION_REQUIRED'
  | 'CHANGES.FORGOTTEN'
  | 'CHART_PIN.LIMIT_REACHED'
  | 'DESTINATION.FORMAT'
  | 'DESTINATION.NOT_FOUND'
  | 'DESTINATION.WRONG_KIND'
  | 'EXPORT.BUSY'
  | 'EXPORT.OVER_LIMIT'
  | 'KEY.RIGHT_MISSING'
  | 'KEYS.IN_ADDRESS'
  | 'LIST.BUSY'
  | 'LIST.TOO_SLOW'
  | 'NOTE.LIMIT_REACHED'
  | 'NOTE.NOT_FOUND'
  | 'PIN.LIMIT_REACHED'
  | 'PROFILE.NOT_FOUND'
  | 'PROFILE.URL_INVALID'
  | 'QUOTA.REQUESTS_EXHAUSTED'
  | 'RATE.LIMITED'
  | 'REQUEST.INVALID'
  | 'REQUEST.NOT_FOUND'
  | 'ROWS.NOT_FOUND'
  | 'ROW_LIST.LIMIT_REACHED'
  | 'ROW_LIST.NAME_TAKEN'
  | 'ROW_LIST.NOT_FOUND'
  | 'ROW_LIST.OTHER_TABLE'
  | 'ROW_LIST.TOO_MANY_ROWS'
  | 'ROW_TAGS.LIMIT_REACHED'
  | 'ROW_TAGS.TOO_MANY_ROWS'
  | 'ROW_TAGS.TOO_MANY_TAGS'
  | 'SCHEDULED_EXPORT.ENDED'
  | 'SCHEDULED_EXPORT.FILE_NOT_FOUND'
  | 'SCHEDULED_EXPORT.LIMIT_REACHED'
  | 'SCHEDULED_EXPORT.NOT_FOUND'
  | 'SERVER.BUSY'
  | 'SERVER.INTERNAL'
  | 'SERVER.UNAVAILABLE'
  | 'STORAGE.FULL'
  | 'TAGS.LIMIT_REACHED'
  | 'TRENDS.NOT_FOUND'
  | 'VIEW.LIMIT_REACHED'
  | 'VIEW.NAME_TAKEN'
  | 'VIEW.NOT_FOUND'
  | 'VIEW.PRIVATE_LIST'
  | 'WEBHOOK.DELIVERY_NOT_FOUND'
  | 'WEBHOOK.DISABLED'
  | 'WEBHOOK.LIMIT_REACHED'
  | 'WEBHOOK.NOT_FOUND'
  | 'WEBHOOK.URL_INVALID'
  | 'WEBHOOK.URL_PRIVATE'
  | 'WORKSPACE.CHANGED_MEANWHILE'
  | 'WORKSPACE.MEMBER_EXPORT_LIMIT'
  | 'WORKSPACE.ROLE_MISSING'
  | AnyText;

/** What went wrong, as the server tells it. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  readonly code: string;
  readonly request_id: string;
  readonly msg: string;
  readonly message: string;
  readonly error: string;
  readonly 'violated-policies'?: readonly string[] | undefined;
  readonly current?: unknown | undefined;
  readonly errors?: readonly {
    readonly pointer?: string | undefined;
    readonly parameter?: string | undefined;
    readonly detail: string;
  }[] | undefined;
}

/** What the account used of its month. */
export interface Usage {
  /** Requests counted this month */
  readonly request_count: number;
  /** The limit of the month; null if there is none */
  readonly request_limit: number | null;
  /** Rows exported this month */
  readonly export_count: number;
  /** The limit of the month; null if there is none */
  readonly export_limit: number | null;
  /** End of the calendar month in UTC, when both counts reset to 0 */
  readonly period_end: string;
  /** The caller’s own part of the workspace’s export limit; null if they have no part of their own */
  readonly member?: {
    /** Rows that the member exported this month and that were charged */
    readonly used: number;
    /** The most rows that may be charged for the member in a month */
    readonly limit: number;
  } | null | undefined;
  readonly storage: {
    /** Bytes of all that the account stores, apart from raw answers of LinkedIn */
    readonly used_bytes: number;
    /** The limit; calls that store something are refused once it is reached */
    readonly limit_bytes: number;
  };
  /** What remains of the rate limits after this call; null in a session, which has no rate limits of this kind */
  readonly speed: {
    /** Calls per second with this key */
    readonly second: {
      readonly limit: number;
      readonly remaining: number;
      readonly reset_seconds: number;
    };
    /** Calls per minute with this key */
    readonly minute: {
      readonly limit: number;
      readonly remaining: number;
      readonly reset_seconds: number;
    };
    /** Calls per minute with all keys of the account */
    readonly account: {
      readonly limit: number;
      readonly remaining: number;
      readonly reset_seconds: number;
    };
  } | null;
}

/** A row that is gone. */
export interface DeletedRow {
  /** The table the row was in */
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs';
  /** The id of the row */
  readonly id: number;
  /** When the row was deleted */
  readonly deleted_at: string;
  /** `removed`: deleted by the operator. `deleted_at_source`: deleted on its network. `expired`: its retention period ended. `sample`: a sample row was removed. More values may be added */
  readonly reason: string;
}

/** What an export would hold and cost. */
export interface ExportPreview {
  /** Number of rows in the file */
  readonly rows: number;
  /** Rows already exported this month, which are free */
  readonly already_exported: number;
  /** Rows that would count against the monthly export limit */
  readonly charged: number;
  /** Rows counted so far this month */
  readonly used: number;
  /** The limit of the month; null if there is none */
  readonly limit: number | null;
  /** Rows left this month; null if there is no limit */
  readonly remaining: number | null;
  /** Whether the export would be allowed */
  readonly is_allowed: boolean;
}

/** A collected profile, as the list has it. */
export interface ListedProfile {
  readonly user_id: string;
  readonly profile_id: string;
  readonly profile_url: string;
  readonly full_name: string | null;
  readonly photo_url: string | null;
  readonly headline: string | null;
  readonly title: string | null;
  readonly location: string | null;
  readonly country: string | null;
  readonly company_url: string | null;
  readonly company_name: string | null;
  readonly email: string | null;
  readonly connection_count: number | null;
  readonly follower_count: number | null;
  readonly sections: Readonly<Record<string, 'complete' | 'truncated' | 'missing' | 'unparsed'>>;
  readonly tags: readonly string[];
  /** When the profile was first collected */
  readonly collected_at: string;
  /** The email of the member who collected the profile first; null in your personal workspace */
  readonly collected_by?: string | null | undefined;
  /** When LinkedIn last sent something of the profile */
  readonly last_collected_at: string;
  /** When the profile was first collected or last changed */
  readonly updated_at: string;
  readonly id: string;
  readonly my?: {
    readonly tags: readonly string[];
    readonly lists: readonly number[];
    readonly notes: number;
  } | undefined;
}

/** A collected profile. */
export interface Profile {
  readonly user_id: string;
  readonly profile_id: string;
  readonly profile_url: string;
  readonly full_name: string | null;
  readonly photo_url: string | null;
  readonly headline: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly country: string | null;
  readonly company_url: string | null;
  readonly company_name: string | null;
  readonly email: string | null;
  readonly connection_count: number | null;
  readonly follower_count: number | null;
  readonly experiences: readonly {
    readonly title: string | null;
    readonly description: string | null;
    readonly company_url: string | null;
    readonly company_name: string | null;
    readonly category: string | null;
    readonly location: string | null;
    readonly started_at: string | null;
    readonly started_precision: 'day' | 'month' | 'year' | null;
    readonly ended_at: string | null;
    readonly ended_precision: 'day' | 'month' | 'year' | null;
    readonly is_current: boolean;
  }[];
  readonly educations: readonly {
    readonly school_name: string | null;
    readonly school_url: string | null;
    readonly degree: string | null;
    readonly field: string | null;
    readonly started_at: string | null;
    readonly ended_at: string | null;
  }[];
  readonly sections: Readonly<Record<string, 'complete' | 'truncated' | 'missing' | 'unparsed'>>;
  readonly missing_experiences: number | null;
  readonly phones: readonly string[];
  readonly websites: readonly string[];
  readonly tags: readonly string[];
  readonly parser_version: number;
  /** When the profile was first collected */
  readonly collected_at: string;
  /** The email of the member who collected the profile first; null in your personal workspace */
  readonly collected_by?: string | null | undefined;
  /** When LinkedIn last sent something of the profile */
  readonly last_collected_at: string;
  /** When the profile was first collected or last changed */
  readonly updated_at: string;
}

/** A trend among the videos of tracked users. */
export interface Trend {
  readonly trend_id: string;
  /** The name; null if the trend is unnamed */
  readonly trend_name: string | null;
  readonly is_renamed: boolean;
  readonly is_hidden: boolean;
  readonly first_seen_at: string;
  /** When the newest video was posted */
  readonly last_seen_at: string;
  readonly number_of_videos_in_trend: number;
  /** The newest videos, at most ten */
  readonly videos: readonly {
    readonly video_id: string;
    readonly video_url: string;
  }[];
  /** Videos posted per day in UTC, from `first_day` without gaps */
  readonly daily: {
    readonly first_day: string;
    readonly counts: readonly number[];
  };
  /** Videos per day over the last three days, and over the seven days before */
  readonly velocity: {
    readonly recent: number;
    readonly before: number;
  };
  readonly author_count: number;
  readonly authors: readonly {
    readonly unique_id: string;
    readonly videos: number;
  }[];
  readonly hashtags: readonly {
    readonly name: string;
    readonly videos: number;
  }[];
  readonly sound: {
    readonly id: string | null;
    readonly title: string | null;
    readonly videos: number;
  } | null;
  readonly centre_video: {
    readonly video_id: string;
    readonly video_url: string;
    readonly unique_id: string;
    readonly summary: string | null;
  } | null;
  /** What the videos have in common, largest share first */
  readonly reasons: readonly {
    readonly kind: 'hashtag' | 'sound' | 'word';
    readonly text: string;
    readonly coverage: number;
    readonly share: number;
  }[];
}

/** A line of a list that is matched. */
export interface MatchLine {
  /** The address of a website, or its host. Hosts that many share, such as facebook.com, find pages alone */
  readonly domain?: string | undefined;
  /** The address of a person or company at LinkedIn */
  readonly linkedin_url?: string | undefined;
  /** An email address; people only */
  readonly email?: string | undefined;
  /** The name, in any letter case */
  readonly name?: string | undefined;
  /** The country, by a name or code. Without it, a name is looked for in all countries */
  readonly country?: string | undefined;
}

/** The row that a line means. */
export interface MatchResult {
  /** The number of the line in the call, from 0 */
  readonly row: number;
  /** The id of the row that was found; null if there is none, or several */
  readonly id: number | null;
  /** The first field of the line that finds exactly one row: it decides */
  readonly by: 'domain' | 'linkedin_url' | 'email' | 'name' | null;
  /** The row that was found; null if there is none, or several */
  readonly found: {
    /** The name of the row */
    readonly name: string;
    /** The country of the row */
    readonly country: string | null;
    /** The website of the row, for a person that of the company */
    readonly site: string | null;
  } | null;
  /** Where no field decides: the rows of the first field that finds several, at most 20. A name without a country decides nothing where rows have countries: a single row is then a candidate, too */
  readonly candidates: readonly {
    /** The id of the row */
    readonly id: number;
    /** The name of the row */
    readonly name: string;
    /** The country of the row */
    readonly country: string | null;
    /** The website of the row, for a person that of the company */
    readonly site: string | null;
    /** The field of the line that finds the row */
    readonly by: 'domain' | 'linkedin_url' | 'email' | 'name';
  }[];
}

/** What became of a profile that was added to the list of the collector. */
export interface AddedProfile {
  readonly users: readonly {
    readonly id: string;
    readonly url: string;
    readonly collected: boolean;
    readonly status: 'ok' | 'not_found' | null;
    readonly profile_id: string | null;
    readonly user_id: string | null;
    readonly profile_url: string | null;
    readonly email: string | null;
    readonly name?: string | null | undefined;
    readonly employer?: string | null | undefined;
    readonly found_by?: 'address' | 'connections' | 'search' | null | undefined;
    readonly collected_by?: {
      readonly email: string;
      readonly name: string;
      readonly at: string;
    } | undefined;
  }[];
  readonly added: number;
  readonly existing: number;
  readonly held_back: number;
}

/** A list of rows. */
export interface RowList {
  readonly id: number;
  readonly name: string;
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs' | 'collected-people';
  readonly is_pinned?: boolean | undefined;
  readonly count: number;
  readonly note: string;
  readonly updated_at: string;
  readonly visibility?: 'private' | 'workspace' | undefined;
  readonly created_by?: string | null | undefined;
  readonly deleted_at?: string | undefined;
}

/** A list to be made. */
export interface NewRowList {
  /** The name of the list */
  readonly name: string;
  /** The table whose rows it holds */
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs' | 'collected-people';
  /** Who sees it in a shared workspace; by default its author alone */
  readonly visibility?: 'private' | 'workspace' | undefined;
}

/** What is changed in a list; what is left out stays. */
export interface RowListChange {
  /** The new name */
  readonly name?: string | undefined;
  /** A note about the list; empty to remove it */
  readonly note?: string | undefined;
  /** Whether the list is pinned to the sidebar */
  readonly is_pinned?: boolean | undefined;
  /** Who sees it in a shared workspace; by default its author alone */
  readonly visibility?: 'private' | 'workspace' | undefined;
  /** The `updated_at` that you know: if it was changed since, the call answers 409 with the newer state as `current` */
  readonly based_on?: string | undefined;
}

/** Rows to put on a list: by their ids, or by filters. */
export interface RowsToAdd {
  /** The ids of the rows; either these or `filters` */
  readonly ids?: readonly number[] | undefined;
  /** Filters of the table by name: all rows that match. Either these or `ids` */
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
  /** A note to write on each of the rows; with at most 100 ids */
  readonly note?: string | undefined;
}

/** Rows to take off a list: by their ids, by filters, or by what one call added. */
export interface RowsToRemove {
  /** The ids of the rows; either these or `filters` */
  readonly ids?: readonly number[] | undefined;
  /** Filters of the table by name: all rows that match. Either these or `ids` */
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
  /** The `addition` of a call that put rows on the list: takes back what it did */
  readonly addition?: number | undefined;
}

/** A list after rows were put on it. */
export interface RowListAddition {
  readonly id: number;
  readonly name: string;
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs' | 'collected-people';
  readonly is_pinned?: boolean | undefined;
  readonly count: number;
  readonly note: string;
  readonly updated_at: string;
  readonly visibility?: 'private' | 'workspace' | undefined;
  readonly created_by?: string | null | undefined;
  readonly deleted_at?: string | undefined;
  readonly added: number;
  readonly already_on_it: number;
  readonly addition: number;
}

/** A list after rows were taken off it. */
export interface RowListRemoval {
  readonly id: number;
  readonly name: string;
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs' | 'collected-people';
  readonly is_pinned?: boolean | undefined;
  readonly count: number;
  readonly note: string;
  readonly updated_at: string;
  readonly visibility?: 'private' | 'workspace' | undefined;
  readonly created_by?: string | null | undefined;
  readonly deleted_at?: string | undefined;
  readonly removed: number;
}

/** A tag, with the number of rows that carry it. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Tags for rows: by their ids, or by filters. */
export interface RowsToTag {
  /** The table of the rows */
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs';
  /** The tags to add */
  readonly tags: readonly string[];
  /** The ids of the rows; either these or `filters` */
  readonly ids?: readonly number[] | undefined;
  /** Filters of the table by name: all rows that match. Either these or `ids` */
  readonly filters?: Readonly<Record<string, unknown>> | undefined;
}

/** What adding tags did. */
export interface Tagging {
  readonly rows: number;
  readonly tagged: number;
  readonly addition: number;
}

/** A note on a row. */
export interface Note {
  readonly id: number;
  readonly text: string;
  readonly author: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The new text of a note. */
export interface RowNoteChange {
  /** The new text of the note */
  readonly text: string;
  readonly based_on?: string | undefined;
}

/** A saved view of a table. */
export interface TableView {
  readonly id: string;
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs';
  readonly name: string;
  readonly state: {
    readonly filters: Readonly<Record<string, string | readonly string[] | true>>;
    readonly columns: readonly {
      readonly field: string;
      readonly width: number | null;
      readonly is_hidden: boolean;
      readonly is_pinned: boolean;
    }[];
    readonly sort: string | null;
    readonly order: 'asc' | 'desc' | null;
    readonly per_page: number | null;
  };
  readonly is_default: boolean;
  readonly chart?: {
    readonly by: readonly string[];
    readonly measure: 'count' | 'sum' | 'avg' | 'median' | 'min' | 'max';
    readonly of?: string | undefined;
  } | null | undefined;
  readonly is_pinned?: boolean | undefined;
  readonly is_own: boolean;
  readonly visibility?: 'private' | 'workspace' | undefined;
  readonly created_by?: string | null | undefined;
  readonly updated_at: string;
}

/** A view to be saved. */
export interface NewTableView {
  /** The table of the view */
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs';
  /** The name of the view */
  readonly name: string;
  /** Filters by parameter, the layout of the columns, the order, and the size of a page; null: as the table has it */
  readonly state: {
    readonly filters: Readonly<Record<string, string | readonly string[] | true>>;
    readonly columns: readonly {
      readonly field: string;
      readonly width: number | null;
      readonly is_hidden: boolean;
      readonly is_pinned: boolean;
    }[];
    readonly sort: string | null;
    readonly order: 'asc' | 'desc' | null;
    readonly per_page: number | null;
  };
  /** Whether the table opens with the view for you */
  readonly is_default: boolean;
  /** A picture of the rows; null: none */
  readonly chart?: {
    readonly by: readonly string[];
    readonly measure: 'count' | 'sum' | 'avg' | 'median' | 'min' | 'max';
    readonly of?: string | undefined;
  } | null | undefined;
  /** Whether the view is pinned to the sidebar */
  readonly is_pinned?: boolean | undefined;
  /** Who sees it in a shared workspace; by default its author alone */
  readonly visibility?: 'private' | 'workspace' | undefined;
}

/** What is changed in a view; what is left out stays. */
export interface TableViewChange {
  /** The name of the view */
  readonly name?: string | undefined;
  /** Filters by parameter, the layout of the columns, the order, and the size of a page; null: as the table has it */
  readonly state?: {
    readonly filters: Readonly<Record<string, string | readonly string[] | true>>;
    readonly columns: readonly {
      readonly field: string;
      readonly width: number | null;
      readonly is_hidden: boolean;
      readonly is_pinned: boolean;
    }[];
    readonly sort: string | null;
    readonly order: 'asc' | 'desc' | null;
    readonly per_page: number | null;
  } | undefined;
  /** Whether the table opens with the view for you */
  readonly is_default?: boolean | undefined;
  /** A picture of the rows; null: none */
  readonly chart?: {
    readonly by: readonly string[];
    readonly measure: 'count' | 'sum' | 'avg' | 'median' | 'min' | 'max';
    readonly of?: string | undefined;
  } | null | undefined;
  /** Whether the view is pinned to the sidebar */
  readonly is_pinned?: boolean | undefined;
  /** Who sees it in a shared workspace; by default its author alone */
  readonly visibility?: 'private' | 'workspace' | undefined;
  /** The `updated_at` that you know: if it was changed since, the call answers 409 with the newer state as `current` */
  readonly based_on?: string | undefined;
}

/** An alert. */
export interface Alert {
  readonly id: number;
  readonly name: string;
  readonly watch: {
    readonly kind: 'view';
    readonly id: string;
  } | {
    readonly kind: 'list';
    readonly id: string | number;
  } | {
    readonly kind: 'trends';
  } | {
    readonly kind: 'people';
  } | {
    readonly kind: 'source';
    readonly network: 'reddit' | 'tiktok';
    readonly name: string;
  };
  readonly on: readonly ('added' | 'changed' | 'removed')[];
  readonly fields: readonly string[] | null;
  readonly every: 'instant' | 'daily' | 'weekly';
  readonly at: string;
  readonly zone: string;
  readonly by: readonly ('app' | 'mail' | 'webhook' | 'slack')[];
  readonly destination_id: string | null;
  readonly state: 'active' | 'ended';
  readonly next_at: string | null;
  readonly created_at: string;
  readonly updated_at?: string | undefined;
  readonly visibility?: 'private' | 'workspace' | undefined;
  readonly created_by?: string | null | undefined;
}

/** An alert to be made. */
export interface NewAlert {
  /** The name of the alert */
  readonly name: string;
  /** What is watched: a view, a list, the trends, collected people, or a tracked name */
  readonly watch: {
    readonly kind: 'view';
    readonly id: string;
  } | {
    readonly kind: 'list';
    readonly id: string | number;
  } | {
    readonly kind: 'trends';
  } | {
    readonly kind: 'people';
  } | {
    readonly kind: 'source';
    readonly network: 'reddit' | 'tiktok';
    readonly name: string;
  };
  /** What happens to a row: it comes to match, changes, or matches no longer */
  readonly on: readonly ('added' | 'changed' | 'removed')[];
  /** Only changes of these columns; null: all */
  readonly fields?: readonly string[] | null | undefined;
  /** At once, daily, or weekly on Mondays */
  readonly every: 'instant' | 'daily' | 'weekly';
  /** The time of day of a digest */
  readonly at?: string | undefined;
  /** The time zone of that time */
  readonly zone?: string | undefined;
  /** Where it tells: in the app, by mail, to webhooks, in Slack */
  readonly by: readonly ('app' | 'mail' | 'webhook' | 'slack')[];
  /** The Slack destination; needed for `slack`, and only then */
  readonly destination_id?: string | null | undefined;
  /** Who sees it in a shared workspace; by default its author alone */
  readonly visibility?: 'private' | 'workspace' | undefined;
}

/** What is changed in an alert; what is left out stays. */
export interface AlertChange {
  /** The name of the alert */
  readonly name?: string | undefined;
  /** What is watched: a view, a list, the trends, collected people, or a tracked name */
  readonly watch?: {
    readonly kind: 'view';
    readonly id: string;
  } | {
    readonly kind: 'list';
    readonly id: string | number;
  } | {
    readonly kind: 'trends';
  } | {
    readonly kind: 'people';
  } | {
    readonly kind: 'source';
    readonly network: 'reddit' | 'tiktok';
    readonly name: string;
  } | undefined;
  /** What happens to a row: it comes to match, changes, or matches no longer */
  readonly on?: readonly ('added' | 'changed' | 'removed')[] | undefined;
  /** Only changes of these columns; null: all */
  readonly fields?: readonly string[] | null | undefined;
  /** At once, daily, or weekly on Mondays */
  readonly every?: 'instant' | 'daily' | 'weekly' | undefined;
  /** The time of day of a digest */
  readonly at?: string | undefined;
  /** The time zone of that time */
  readonly zone?: string | undefined;
  /** Where it tells: in the app, by mail, to webhooks, in Slack */
  readonly by?: readonly ('app' | 'mail' | 'webhook' | 'slack')[] | undefined;
  /** The Slack destination; needed for `slack`, and only then */
  readonly destination_id?: string | null | undefined;
  /** Who sees it in a shared workspace; by default its author alone */
  readonly visibility?: 'private' | 'workspace' | undefined;
  /** The `updated_at` that you know: if it was changed since, the call answers 409 with the newer state as `current` */
  readonly based_on?: string | undefined;
}

/** A message of an alert. */
export interface AlertMessage {
  readonly id: number;
  readonly alert_id: number | null;
  readonly at: string;
  readonly title: string;
  readonly count: number;
  /** The table that the rows are in; absent where they are in none */
  readonly table?: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs' | 'collected-people' | undefined;
  readonly rows: readonly {
    readonly id: number;
    readonly change: 'added' | 'changed' | 'removed';
    readonly fields?: readonly {
      readonly field: string;
      /** The value before; absent where it is not known, and for fields after the first 10 */
      readonly from?: string | number | boolean | null | undefined;
      readonly to?: string | number | boolean | null | undefined;
    }[] | undefined;
    /** What the row is called, cut to 120 characters; absent if it is gone */
    readonly name?: string | undefined;
  }[];
  readonly link: string;
  readonly read: boolean;
}

/** A webhook. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly ('table.rows_changed' | 'alert.fired' | 'profile.collected' | 'profile.changed' | 'trend.found' | 'trend.rising' | 'export.finished' | 'import.finished')[];
  readonly state: 'active' | 'paused' | 'disabled';
  readonly reason: string | null;
  readonly created_at: string;
  readonly created_by?: string | undefined;
}

/** A webhook to be made. */
export interface NewWebhook {
  /** The address that gets the requests; it starts with `https://` */
  readonly url: string;
  /** The events that it is sent */
  readonly events: readonly ('table.rows_changed' | 'alert.fired' | 'profile.collected' | 'profile.changed' | 'trend.found' | 'trend.rising' | 'export.finished' | 'import.finished')[];
}

/** What is changed in a webhook; what is left out stays. */
export interface WebhookChange {
  /** The new address */
  readonly url?: string | undefined;
  /** All events that it is sent */
  readonly events?: readonly ('table.rows_changed' | 'alert.fired' | 'profile.collected' | 'profile.changed' | 'trend.found' | 'trend.rising' | 'export.finished' | 'import.finished')[] | undefined;
  /** `active` confirms or enables the webhook, `disabled` stops it */
  readonly state?: 'active' | 'disabled' | undefined;
}

/** A webhook with the secret that signs its requests. */
export interface WebhookWithSecret {
  readonly id: string;
  readonly url: string;
  readonly events: readonly ('table.rows_changed' | 'alert.fired' | 'profile.collected' | 'profile.changed' | 'trend.found' | 'trend.rising' | 'export.finished' | 'import.finished')[];
  readonly state: 'active' | 'paused' | 'disabled';
  readonly reason: string | null;
  readonly created_at: string;
  readonly created_by?: string | undefined;
  readonly secret: string;
}

/** What a webhook was sent. */
export interface WebhookDelivery {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly ms: number;
    readonly answer: string | null;
  }[];
}

/** A page of deliveries. */
export interface WebhookDeliveries {
  readonly data: readonly {
    readonly id: string;
    readonly event: string;
    readonly created_at: string;
    readonly state: 'waiting' | 'delivered' | 'failed';
    readonly tries: readonly {
      readonly at: string;
      readonly status: number | null;
      readonly error: string | null;
      readonly ms: number;
      readonly answer: string | null;
    }[];
  }[];
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
}

/** A scheduled export. */
export interface ScheduledExport {
  readonly id: number;
  readonly name: string;
  readonly watch: {
    readonly kind: 'view' | 'list';
    readonly id: string | number;
  };
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos' | 'jobs' | 'collected-people';
  readonly every: 'daily' | 'weekly';
  readonly at: string;
  readonly zone: string;
  readonly format: 'csv' | 'xlsx' | 'parquet' | 'jsonl';
  readonly gzip: boolean;
  readonly destinations: readonly {
    readonly destination_id: string;
    readonly mode: 'replace' | 'append' | 'changes';
  }[];
  readonly state: 'active' | 'ended';
  readonly is_running: boolean;
  readonly next_at: string | null;
  readonly last: {
    readonly at: string;
    readonly result: 'written' | 'over_limit' | 'failed' | 'no_plan';
    readonly rows: number | null;
    readonly detail: string | null;
  } | null;
  readonly created_at: string;
  readonly created_by?: string | undefined;
}

/** A scheduled export to be made. */
export interface NewScheduledExport {
  /** The name of the export */
  readonly name: string;
  /** The view or list whose rows are written */
  readonly watch: {
    readonly kind: 'view';
    readonly id: string;
  } | {
    readonly kind: 'list';
    readonly id: number | string;
  };
  /** Daily, or weekly on Mondays */
  readonly every: 'daily' | 'weekly';
  /** The time of day; by default 08:00 */
  readonly at?: string | undefined;
  /** The time zone of that time; by default UTC */
  readonly zone?: string | undefined;
  /** The format of the file; by default CSV */
  readonly format?: 'csv' | 'xlsx' | 'parquet' | 'jsonl' | undefined;
  /** Whether the file is compressed; not with `xlsx` and `parquet` */
  readonly gzip?: boolean | undefined;
  /** Where each file is sent, too */
  readonly destinations?: readonly {
    readonly destination_id: string;
    readonly mode: 'replace' | 'append' | 'changes';
  }[] | undefined;
}

/** What is changed in a scheduled export; what is left out stays. */
export interface ScheduledExportChange {
  /** The name of the export */
  readonly name?: string | undefined;
  /** The view or list whose rows are written */
  readonly watch?: {
    readonly kind: 'view';
    readonly id: string;
  } | {
    readonly kind: 'list';
    readonly id: number | string;
  } | undefined;
  /** Daily, or weekly on Mondays */
  readonly every?: 'daily' | 'weekly' | undefined;
  /** The time of day; by default 08:00 */
  readonly at?: string | undefined;
  /** The time zone of that time; by default UTC */
  readonly zone?: string | undefined;
  /** The format of the file; by default CSV */
  readonly format?: 'csv' | 'xlsx' | 'parquet' | 'jsonl' | undefined;
  /** Whether the file is compressed; not with `xlsx` and `parquet` */
  readonly gzip?: boolean | undefined;
  /** Where each file is sent, too */
  readonly destinations?: readonly {
    readonly destination_id: string;
    readonly mode: 'replace' | 'append' | 'changes';
  }[] | undefined;
}

/** A file of a scheduled export. */
export interface ExportFile {
  readonly id: number;
  readonly at: string;
  readonly rows: number;
  readonly bytes: number;
  readonly url: string;
  readonly expires_at: string;
}

/** What a list of profiles takes. */
export interface ProfileQuery {
  /** Words to search for. Each must start a word in Name, Headline, Company, Location or Email. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly query?: string | undefined;
  /** Title has every word of any of these, each at least as a part of a word; case and accents are ignored. */
  readonly title?: string | readonly string[] | undefined;
  /** Title is none of these; rows without a value stay. */
  readonly title_not?: string | readonly string[] | undefined;
  /** Only rows where Title has a value (true), or is blank (false). */
  readonly title_has?: boolean | undefined;
  /** Company has every word of any of these, each at least as a part of a word; case and accents are ignored. */
  readonly company?: string | readonly string[] | undefined;
  /** Company is none of these; rows without a value stay. */
  readonly company_not?: string | readonly string[] | undefined;
  /** Only rows where Company has a value (true), or is blank (false). */
  readonly company_has?: boolean | undefined;
  /** Country is any of these. */
  readonly country?: string | readonly string[] | undefined;
  /** Country is none of these; rows without a value stay. */
  readonly country_not?: string | readonly string[] | undefined;
  /** Only rows where Country has a value (true), or is blank (false). */
  readonly country_has?: boolean | undefined;
  /** Collected is on or after this day, in UTC. */
  readonly collected_after?: string | undefined;
  /** Collected is on or before this day, in UTC. */
  readonly collected_before?: string | undefined;
  /** Only rows where Collected has a value (true), or is blank (false). */
  readonly collected_has?: boolean | undefined;
  /** Collected by is any of these. */
  readonly collected_by?: string | readonly string[] | undefined;
  /** Collected by is none of these; rows without a value stay. */
  readonly collected_by_not?: string | readonly string[] | undefined;
  /** Only rows where Collected by has a value (true), or is blank (false). */
  readonly collected_by_has?: boolean | undefined;
  /** Only rows with Email. */
  readonly with_email?: boolean | undefined;
  /** Only rows for which `with_email` does not hold. */
  readonly with_email_not?: boolean | undefined;
  /** Past company has every word of any of these, each at least as a part of a word; case and accents are ignored. */
  readonly past_company?: string | readonly string[] | undefined;
  /** Past company is none of these; rows without a value stay. */
  readonly past_company_not?: string | readonly string[] | undefined;
  /** Only rows where Past company has a value (true), or is blank (false). */
  readonly past_company_has?: boolean | undefined;
  /** School has every word of any of these, each at least as a part of a word; case and accents are ignored. */
  readonly school?: string | readonly string[] | undefined;
  /** School is none of these; rows without a value stay. */
  readonly school_not?: string | readonly string[] | undefined;
  /** Only rows where School has a value (true), or is blank (false). */
  readonly school_has?: boolean | undefined;
  /** Only rows where Incomplete is true. */
  readonly incomplete?: boolean | undefined;
  /** Only rows for which `incomplete` does not hold. */
  readonly incomplete_not?: boolean | undefined;
  /** Only rows where To be collected again is true. */
  readonly collect_again?: boolean | undefined;
  /** Only rows for which `collect_again` does not hold. */
  readonly collect_again_not?: boolean | undefined;
  /** Followers is at least this. */
  readonly follower_count_from?: number | undefined;
  /** Followers is at most this. */
  readonly follower_count_to?: number | undefined;
  /** Only rows where Followers has a value (true), or is blank (false). */
  readonly follower_count_has?: boolean | undefined;
  /** Connections is at least this. */
  readonly connection_count_from?: number | undefined;
  /** Connections is at most this. */
  readonly connection_count_to?: number | undefined;
  /** Only rows where Connections has a value (true), or is blank (false). */
  readonly connection_count_has?: boolean | undefined;
  /** The id of one of your lists of collected people: only those on it. */
  readonly list?: string | undefined;
  /** The id of one of your lists of collected people: only those who are not on it. */
  readonly list_not?: string | undefined;
  /** Tags, separated by commas: only people who have none of them. */
  readonly tag_not?: string | readonly string[] | undefined;
  /** Only rows that have a record in your CRM (true), or have none (false). */
  readonly in_crm?: boolean | undefined;
  /** Names of owners in your CRM, separated by commas: only rows whose record belongs to any of them. */
  readonly crm_owner?: string | readonly string[] | undefined;
  /** Stages in your CRM, separated by commas: only rows whose record is in any of them. */
  readonly crm_stage?: string | readonly string[] | undefined;
  /** Only rows with a linked row of Companies (true), or without (false). */
  readonly 'company.any'?: boolean | undefined;
  /** Of a linked row of Companies: Words to search for. Each must start a word in Name, Website, Country, City, Region, Business status, Ownership status, Verticals, Main contact name, Last financing deal type or Description. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'company.search_query'?: string | undefined;
  /** Of a linked row of Companies: Country is any of these. More: `/table/companies/options`. */
  readonly 'company.country'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Country is none of these; rows without a value stay. */
  readonly 'company.country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Country has a value (true), or is blank (false). */
  readonly 'company.country_has'?: boolean | undefined;
  /** Of a linked row of Companies: Verticals holds any of these. More: `/table/companies/options`. */
  readonly 'company.vertical'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Vertical is none of these; rows without a value stay. */
  readonly 'company.vertical_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Vertical has a value (true), or is blank (false). */
  readonly 'company.vertical_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing deal type is any of these. More: `/table/companies/options`. */
  readonly 'company.last_financing_deal_type'?: 'Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText | readonly ('Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Last financing deal type is none of these; rows without a value stay. */
  readonly 'company.last_financing_deal_type_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Last financing deal type has a value (true), or is blank (false). */
  readonly 'company.last_financing_deal_type_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing on is on or after this day, in UTC. */
  readonly 'company.last_funded_after'?: string | undefined;
  /** Of a linked row of Companies: Last financing on is on or before this day, in UTC. */
  readonly 'company.last_funded_before'?: string | undefined;
  /** Of a linked row of Companies: Only rows where Last funded has a value (true), or is blank (false). */
  readonly 'company.last_funded_has'?: boolean | undefined;
  /** Of a linked row of Companies: Employee count is in any of these ranges; the upper end is excluded. */
  readonly 'company.employee_count'?: '0-10' | '10-50' | '50-200' | '200+' | readonly ('0-10' | '10-50' | '50-200' | '200+')[] | undefined;
  /** Of a linked row of Companies: Employee count is at least this; a range counts where it overlaps. */
  readonly 'company.employee_count_from'?: number | undefined;
  /** Of a linked row of Companies: Employee count is at most this; a range counts where it overlaps. */
  readonly 'company.employee_count_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Employee count has a value (true), or is blank (false). */
  readonly 'company.employee_count_has'?: boolean | undefined;
  /** Of a linked row of Companies: Website is on any of these domains, such as `example.com`. */
  readonly 'company.domain'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Domain is none of these; rows without a value stay. */
  readonly 'company.domain_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Domain has a value (true), or is blank (false). */
  readonly 'company.domain_has'?: boolean | undefined;
  /** Of a linked row of Companies: City is any of these; case is ignored. */
  readonly 'company.city'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: City is none of these; rows without a value stay. */
  readonly 'company.city_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where City has a value (true), or is blank (false). */
  readonly 'company.city_has'?: boolean | undefined;
  /** Of a linked row of Companies: Region is any of these. */
  readonly 'company.region'?: 'Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa' | readonly ('Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa')[] | undefined;
  /** Of a linked row of Companies: Region is none of these; rows without a value stay. */
  readonly 'company.region_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Region has a value (true), or is blank (false). */
  readonly 'company.region_has'?: boolean | undefined;
  /** Of a linked row of Companies: Business status is any of these. More: `/table/companies/options`. */
  readonly 'company.business_status'?: 'Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText | readonly ('Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Business status is none of these; rows without a value stay. */
  readonly 'company.business_status_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Business status has a value (true), or is blank (false). */
  readonly 'company.business_status_has'?: boolean | undefined;
  /** Of a linked row of Companies: Ownership status is any of these. More: `/table/companies/options`. */
  readonly 'company.ownership_status'?: 'Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText | readonly ('Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Ownership status is none of these; rows without a value stay. */
  readonly 'company.ownership_status_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Ownership status has a value (true), or is blank (false). */
  readonly 'company.ownership_status_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows with Main contact email. */
  readonly 'company.with_contact_info'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows for which `with_contact_info` does not hold. */
  readonly 'company.with_contact_info_not'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows with Revenue above 0. */
  readonly 'company.positive_revenue'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows for which `positive_revenue` does not hold. */
  readonly 'company.positive_revenue_not'?: boolean | undefined;
  /** Of a linked row of Companies: Revenue is at least this, in millions of dollars. */
  readonly 'company.revenue_from'?: number | undefined;
  /** Of a linked row of Companies: Revenue is at most this, in millions of dollars. */
  readonly 'company.revenue_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Revenue has a value (true), or is blank (false). */
  readonly 'company.revenue_has'?: boolean | undefined;
  /** Of a linked row of Companies: EBITDA is at least this, in millions of dollars. */
  readonly 'company.ebitda_from'?: number | undefined;
  /** Of a linked row of Companies: EBITDA is at most this, in millions of dollars. */
  readonly 'company.ebitda_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where EBITDA has a value (true), or is blank (false). */
  readonly 'company.ebitda_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows where Phone has a value (true), or is blank (false). */
  readonly 'company.phone_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing amount is at least this, in millions of dollars. */
  readonly 'company.last_financing_amount_from'?: number | undefined;
  /** Of a linked row of Companies: Last financing amount is at most this, in millions of dollars. */
  readonly 'company.last_financing_amount_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Last financing amount has a value (true), or is blank (false). */
  readonly 'company.last_financing_amount_has'?: boolean | undefined;
  /** Of a linked row of Companies: Jobs open is at least this. */
  readonly 'company.jobs_open_from'?: number | undefined;
  /** Of a linked row of Companies: Jobs open is at most this. */
  readonly 'company.jobs_open_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Jobs open has a value (true), or is blank (false). */
  readonly 'company.jobs_open_has'?: boolean | undefined;
  /** Of a linked row of Companies: State is any of these; case is ignored. */
  readonly 'company.state'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: State is none of these; rows without a value stay. */
  readonly 'company.state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where State has a value (true), or is blank (false). */
  readonly 'company.state_has'?: boolean | undefined;
  /** Of a linked row of Companies: Legal name is any of these; case is ignored. */
  readonly 'company.legal_name'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Legal name is none of these; rows without a value stay. */
  readonly 'company.legal_name_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Legal name has a value (true), or is blank (false). */
  readonly 'company.legal_name_has'?: boolean | undefined;
  /** Of a linked row of Companies: Legal form is any of these. More: `/table/companies/options`. */
  readonly 'company.legal_form'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Legal form is none of these; rows without a value stay. */
  readonly 'company.legal_form_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Legal form has a value (true), or is blank (false). */
  readonly 'company.legal_form_has'?: boolean | undefined;
  /** Of a linked row of Companies: Founded on is on or after this day, in UTC. */
  readonly 'company.founded_on_after'?: string | undefined;
  /** Of a linked row of Companies: Founded on is on or before this day, in UTC. */
  readonly 'company.founded_on_before'?: string | undefined;
  /** Of a linked row of Companies: Only rows where Founded on has a value (true), or is blank (false). */
  readonly 'company.founded_on_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows where Careers URL has a value (true), or is blank (false). */
  readonly 'company.careers_url_has'?: boolean | undefined;
  /** Of a linked row of Companies: Registry is any of these. More: `/table/companies/options`. */
  readonly 'company.registry'?: 'sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText | readonly ('sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Registry is none of these; rows without a value stay. */
  readonly 'company.registry_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Registry has a value (true), or is blank (false). */
  readonly 'company.registry_has'?: boolean | undefined;
  /** Of a linked row of Companies: Registry ID is any of these; case is ignored. */
  readonly 'company.registry_id'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Registry ID is none of these; rows without a value stay. */
  readonly 'company.registry_id_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Registry ID has a value (true), or is blank (false). */
  readonly 'company.registry_id_has'?: boolean | undefined;
  /** Of a linked row of Companies: Website state is any of these. */
  readonly 'company.website_state'?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Of a linked row of Companies: Website state is none of these; rows without a value stay. */
  readonly 'company.website_state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Website state has a value (true), or is blank (false). */
  readonly 'company.website_state_has'?: boolean | undefined;
  /** Of a linked row of Companies: Sources holds any of these. More: `/table/companies/options`. */
  readonly 'company.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Source is none of these; rows without a value stay. */
  readonly 'company.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Source has a value (true), or is blank (false). */
  readonly 'company.source_has'?: boolean | undefined;
  /** Tags, separated by commas. A person must have all of them. */
  readonly tags?: string | undefined;
  /** Only profiles added or changed after this time, such as `2026-03-31T12:00:00Z`. Collecting a profile again without a change is none. */
  readonly updated_after?: string | undefined;
  /** Number of the page, starting at 1. To read more than 10,000 rows, use `cursor`. */
  readonly page?: number | undefined;
  /** Rows per page. A value above the maximum is refused, not reduced. */
  readonly per_page?: number | undefined;
  /** The `next_cursor` of the previous page; empty to start. Cannot be combined with `page`. */
  readonly cursor?: string | undefined;
  /** The field to sort by; by default `collected_at`, and with a cursor `id`. `id` is the order in which profiles were added. */
  readonly sort?: 'collected_at' | 'updated_at' | 'full_name' | 'company_name' | 'follower_count' | 'id' | undefined;
  /** Ascending or descending; by default descending, and for `id` ascending. */
  readonly order?: 'asc' | 'desc' | undefined;
}
