/** The profiles that members of a workspace collected: one per LinkedIn member; listed, filtered and exported. What changes them is in `people-changes.ts`. */
import * as z from 'zod/mini';
import { filePresets } from '../tables/sender-file.ts';
import { endpoint } from './endpoint.ts';
import { cursorSchema, fileFormat } from './list-parameters.ts';
import { profileFilters } from './people-choice.ts';
import { wholeNumber } from './whole-number.ts';

/** One section of a collected profile, and how much of it LinkedIn's responses contained. */
export const sectionStateSchema = z.enum(['complete', 'truncated', 'missing', 'unparsed']);

export const experienceSchema = z.object({
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  company_url: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  category: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** ISO day. A month or a year is stored as its first day; `*_precision` says which. */
  started_at: z.nullable(z.iso.date()),
  started_precision: z.nullable(z.enum(['day', 'month', 'year'])),
  ended_at: z.nullable(z.iso.date()),
  ended_precision: z.nullable(z.enum(['day', 'month', 'year'])),
  is_current: z.boolean(),
});

export const educationSchema = z.object({
  school_name: z.nullable(z.string()),
  school_url: z.nullable(z.string()),
  degree: z.nullable(z.string()),
  field: z.nullable(z.string()),
  started_at: z.nullable(z.iso.date()),
  ended_at: z.nullable(z.iso.date()),
});

export const profileSchema = z.object({
  user_id: z.string(),
  profile_id: z.string(),
  profile_url: z.string(),
  full_name: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  headline: z.nullable(z.string()),
  /** The job title of the first current experience. */
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  country: z.nullable(z.string()),
  company_url: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  connection_count: z.nullable(z.int()),
  follower_count: z.nullable(z.int()),
  experiences: z.array(experienceSchema),
  educations: z.array(educationSchema),
  sections: z.record(z.string(), sectionStateSchema),
  /** Number of positions LinkedIn reports beyond those it sent, if it reports any. */
  missing_experiences: z.nullable(z.int()),
  phones: z.array(z.string()),
  websites: z.array(z.string()),
  /** The account's own tags for this profile, in alphabetical order. */
  tags: z.array(z.string()),
  /** Version of the parser that last read it; a higher version can read the raw answers again. */
  parser_version: z.int(),
  /** When the profile was first collected. */
  collected_at: z.iso.datetime(),
  /**
   * The email of the member who collected it first, or `a former member`; null in a personal workspace. Absent from a server
   * of an earlier version.
   */
  collected_by: z.optional(z.nullable(z.string())),
  /** When LinkedIn last sent a part of it. */
  last_collected_at: z.iso.datetime(),
  /** When it was first collected, or last changed. */
  updated_at: z.iso.datetime(),
});
export type CollectedProfile = z.infer<typeof profileSchema>;

export const DEFAULT_PROFILES_PER_PAGE = 10;
export const profileSorts = ['collected_at', 'updated_at', 'full_name', 'company_name', 'follower_count'] as const;

export const profileListItemSchema = z.extend(
  z.pick(profileSchema, {
    user_id: true,
    profile_id: true,
    profile_url: true,
    full_name: true,
    photo_url: true,
    headline: true,
    title: true,
    location: true,
    country: true,
    company_url: true,
    company_name: true,
    email: true,
    connection_count: true,
    follower_count: true,
    sections: true,
    tags: true,
    collected_at: true,
    collected_by: true,
    last_collected_at: true,
    updated_at: true,
  }),
  {
    id: z.string(),
    /** The account's marks of the profile: tags, ids of lists, the number of notes. */
    my: z.optional(z.object({ tags: z.array(z.string()), lists: z.array(z.int()), notes: z.int() })),
  },
);
export type ProfileListItem = z.infer<typeof profileListItemSchema>;

export const listProfiles = endpoint({
  method: 'GET',
  path: '/linkedin/users',
  access: 'session',
  apiKey: 'counted',
  summary: 'List the profiles this account collected',
  query: z.strictObject({
    ...profileFilters,
    page: z.optional(wholeNumber(1, 100_000)),
    per_page: z.optional(wholeNumber(1, 100)),
    /** Pages by cursor instead of by number: empty to start, then the value from the previous response. */
    cursor: z.optional(cursorSchema),
    /** `collected_at` by default; with a cursor `id`, the order in which profiles were added, which never changes. */
    sort: z.optional(z.enum([...profileSorts, 'id'])),
    /** The direction; descending by default, ascending for `id`. */
    order: z.optional(z.enum(['asc', 'desc'])),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(profileListItemSchema),
      total: z.int(),
      /** null when paging by cursor. */
      page: z.nullable(z.int()),
      per_page: z.int(),
      /** Cursor of the next page, null on the last; absent in responses to a session. */
      next_cursor: z.optional(z.nullable(z.string())),
      /** All countries and tags in the account's profiles, for the filters. */
      countries: z.array(z.string()),
      tags: z.array(z.object({ name: z.string(), count: z.int() })),
    }),
  },
  errors: ['ROW_LIST.NOT_FOUND', 'ROW_LIST.OTHER_TABLE', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
});

/**
 * One field of a profile before and after a change. Lists (experiences, educations) are given as a number of entries.
 */
export const profileChangeSchema = z.object({
  field: z.string(),
  before: z.nullable(z.union([z.string(), z.number()])),
  after: z.nullable(z.union([z.string(), z.number()])),
});

export type ProfileChange = z.infer<typeof profileChangeSchema>;

export const getProfileHistory = endpoint({
  method: 'GET',
  path: '/linkedin/users/{user_id}/history',
  access: 'session',
  summary: 'List what changed each time a profile was collected again, newest first',
  params: z.strictObject({ user_id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(
        z.object({
          changed_at: z.iso.datetime(),
          /** `reparse`: a newer parser read the raw answers. */
          cause: z.enum(['collected', 'reparse']),
          changes: z.array(profileChangeSchema),
        }),
      ),
    }),
  },
  errors: ['PROFILE.NOT_FOUND'],
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/linkedin/users/{user_id}',
  access: 'session',
  apiKey: 'counted',
  summary: 'Get a collected profile by our id or by LinkedIn’s',
  params: z.strictObject({ user_id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.strictObject({}),
  success: { kind: 'json', status: 200, body: z.object({ profile: profileSchema }) },
  errors: ['PROFILE.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

const exportQuery = z.strictObject({ ...profileFilters, format: fileFormat });

export const exportProfiles = endpoint({
  method: 'GET',
  path: '/linkedin/users/export',
  access: 'session',
  right: 'export',
  summary: 'Export collected profiles as CSV or as a workbook: all, or those that match a filter',
  /** `preset`: the columns for a purpose. */
  query: z.strictObject({ ...profileFilters, format: fileFormat, preset: z.optional(z.enum(filePresets)) }),
  turn: 'own',
  success: { kind: 'csv', status: 200, fileName: 'linkedin_users_export.csv' },
  errors: ['ROW_LIST.NOT_FOUND', 'ROW_LIST.OTHER_TABLE', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
});

export const exportExperiences = endpoint({
  method: 'GET',
  path: '/linkedin/experiences/export',
  access: 'session',
  right: 'export',
  summary:
    'Export the experiences of collected profiles as CSV or as a workbook: of all profiles, or of those that match a filter',
  query: exportQuery,
  turn: 'own',
  success: { kind: 'csv', status: 200, fileName: 'linkedin_experiences_export.csv' },
  errors: ['ROW_LIST.NOT_FOUND', 'ROW_LIST.OTHER_TABLE', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
});
