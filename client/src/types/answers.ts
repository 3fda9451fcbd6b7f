/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** What a program can tell errors apart by. Others may come. */
export type ErrorCode =
  | 'AUTH.KEY_INVALID'
  | 'AUTH.KEY_NOT_ACCEPTED'
  | 'AUTH.NOT_VERIFIED'
  | 'AUTH.SESSION_REQUIRED'
  | 'AUTH.SUBSCRIPTION_REQUIRED'
  | 'EXPORT.BUSY'
  | 'EXPORT.OVER_LIMIT'
  | 'KEYS.IN_ADDRESS'
  | 'LIST.BUSY'
  | 'LIST.TOO_SLOW'
  | 'PROFILE.NOT_FOUND'
  | 'QUOTA.REQUESTS_EXHAUSTED'
  | 'RATE.LIMITED'
  | 'REQUEST.INVALID'
  | 'REQUEST.NOT_FOUND'
  | 'ROWS.NOT_FOUND'
  | 'SERVER.BUSY'
  | 'SERVER.INTERNAL'
  | 'SERVER.UNAVAILABLE'
  | 'TRENDS.NOT_FOUND'
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
  /** How many there may be; null: no limit */
  readonly request_limit: number | null;
  /** Rows exported this month */
  readonly export_count: number;
  /** How many there may be; null: no limit */
  readonly export_limit: number | null;
  /** End of the calendar month in UTC, when both counts return to 0 */
  readonly period_end: string;
  /** What is left of the speed limits after this call; null in a session, which has none of these */
  readonly speed: {
    /** Calls with this key in a second */
    readonly second: {
      readonly limit: number;
      readonly remaining: number;
      readonly reset_seconds: number;
    };
    /** Calls with this key in a minute */
    readonly minute: {
      readonly limit: number;
      readonly remaining: number;
      readonly reset_seconds: number;
    };
    /** Calls with all keys of the account in a minute */
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
  readonly table: 'investors' | 'companies' | 'people' | 'reviews' | 'shopify' | 'reddit-posts' | 'tiktok-videos';
  /** The id it had */
  readonly id: number;
  /** When it went */
  readonly deleted_at: string;
  /** `removed` by the operator, `deleted_at_source` where its network says that it is gone there, `expired` when it was kept as long as the operator keeps such rows, `sample` for an invented row that was cleared away; others may come */
  readonly reason: string;
}

/** What an export would hold and cost. */
export interface ExportPreview {
  /** Rows the file would hold */
  readonly rows: number;
  /** Of these, exported earlier this month and therefore free */
  readonly already_exported: number;
  /** Of these, counted against the month’s export limit */
  readonly charged: number;
  /** Rows counted this month so far */
  readonly used: number;
  /** How many there may be; null: no limit */
  readonly limit: number | null;
  /** What is left; null: no limit */
  readonly remaining: number | null;
  /** Whether the export would be made */
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
  readonly location: string | null;
  readonly country: string | null;
  readonly company_url: string | null;
  readonly company_name: string | null;
  readonly email: string | null;
  readonly connection_count: number | null;
  readonly follower_count: number | null;
  readonly sections: Readonly<Record<string, 'complete' | 'truncated' | 'missing' | 'unparsed'>>;
  readonly tags: readonly string[];
  readonly collected_at: string;
  readonly updated_at: string;
  readonly id: string;
}

/** A collected profile. */
export interface Profile {
  readonly user_id: string;
  readonly profile_id: string;
  readonly profile_url: string;
  readonly full_name: string | null;
  readonly photo_url: string | null;
  readonly headline: string | null;
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
  readonly collected_at: string;
  readonly updated_at: string;
}

/** A trend among the videos of tracked users. */
export interface Trend {
  readonly trend_id: string;
  /** null: unnamed */
  readonly trend_name: string | null;
  readonly is_renamed: boolean;
  readonly is_hidden: boolean;
  readonly first_seen_at: string;
  /** When its latest video was posted */
  readonly last_seen_at: string;
  readonly number_of_videos_in_trend: number;
  /** Its newest videos, ten at most */
  readonly videos: readonly {
    readonly video_id: string;
    readonly video_url: string;
  }[];
  /** Videos posted each day in UTC, from `first_day` on without a gap */
  readonly daily: {
    readonly first_day: string;
    readonly counts: readonly number[];
  };
  /** Videos a day, over the last three days and over the seven before */
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
  /** What makes its videos alike, the greatest share first */
  readonly reasons: readonly {
    readonly kind: 'hashtag' | 'sound' | 'word';
    readonly text: string;
    readonly coverage: number;
    readonly share: number;
  }[];
}

/** What a list of profiles takes. */
export interface ProfileQuery {
  /** Words, each of which begins a word of name, headline, company, place or email. */
  readonly query?: string | undefined;
  /** The country, as a profile has it. */
  readonly country?: string | undefined;
  /** Words, each of which begins a word of the company’s name. */
  readonly company?: string | undefined;
  /** Tags a profile has, all of them, separated by commas. */
  readonly tags?: string | undefined;
  /** Only profiles with an email address (true), or without (false). */
  readonly with_email?: boolean | undefined;
  /** Only profiles a section of which is not complete (true), or all others (false). */
  readonly incomplete?: boolean | undefined;
  /** Collected on this day or later, in UTC. */
  readonly collected_after?: string | undefined;
  /** Collected on this day or earlier, in UTC. */
  readonly collected_before?: string | undefined;
  /** The page, counted from 1. Beyond 10,000 rows use `cursor`. */
  readonly page?: number | undefined;
  /** Rows of one page. More than the most there can be is refused, never cut. */
  readonly per_page?: number | undefined;
  /** Where to go on: `next_cursor` of the page before, or empty to begin a walk. Not together with `page`. */
  readonly cursor?: string | undefined;
  /** What orders the profiles: `collected_at` where absent, on a walk by cursor `id`, the order in which they came. */
  readonly sort?: 'collected_at' | 'updated_at' | 'full_name' | 'company_name' | 'follower_count' | 'id' | undefined;
  /** Rising or falling; falling where absent, by `id` rising. */
  readonly order?: 'asc' | 'desc' | undefined;
}
