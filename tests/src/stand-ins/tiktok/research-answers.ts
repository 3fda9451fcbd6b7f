/** What the stand-in answers to the two calls of the Research API it plays, in their own forms. */
import { z } from 'zod';
import { daysBetween, type Library, type StandInVideo } from './library.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export type ResearchAnswer = { readonly data: object } | { readonly refusal: Refusal };

/** Searches that were begun, by id. */
export interface Searches {
  begin(query: string): string;
  /** Whether the search is known by now. */
  knows(id: string, query: string): boolean;
}

const MOST_DAYS = 30;
const MOST_NAMES = 100;
const queryBodySchema = z.object({
  query: z.object({
    and: z
      .array(
        z.object({
          operation: z.literal('IN'),
          field_name: z.enum(['username', 'video_id']),
          field_values: z.array(z.string()).min(1).max(MOST_NAMES),
        }),
      )
      .length(1),
  }),
  start_date: z.string(),
  end_date: z.string(),
  max_count: z.int().min(1).max(100).default(20),
  cursor: z.int().min(0).default(0),
  search_id: z.string().optional(),
});
const userBodySchema = z.object({ username: z.string() });

const invalid = (message: string): ResearchAnswer => ({ refusal: { status: 400, code: 'invalid_params', message } });

export function answerQuery(library: Library, searches: Searches, fields: readonly string[], body: unknown): ResearchAnswer {
  const parsed = queryBodySchema.safeParse(body);
  if (!parsed.success) return invalid(`The request body is invalid: ${parsed.error.issues[0]?.path.join('.')}`);
  const { query, start_date: from, end_date: until, max_count: size, cursor, search_id: searchId } = parsed.data;
  const [condition] = query.and;
  const days = daysBetween(from, until);
  if (condition === undefined || days === null || days < 0 || days > MOST_DAYS)
    return invalid('The end date must be no more than 30 days after the start date');
  const identity = JSON.stringify([condition, from, until]);
  if (searchId !== undefined && !searches.knows(searchId, identity))
    return invalid(`Search Id ${searchId} is invalid or expired`);
  const found = library.find({ field: condition.field_name, values: condition.field_values, from, until });
  const page = found.slice(cursor, cursor + size);
  const end = cursor + page.length;
  return {
    data: {
      videos: page.filter(({ isWithheld }) => !isWithheld).map((video) => fieldsOf(video, fields)),
      cursor: end,
      has_more: end < found.length,
      search_id: searchId ?? searches.begin(identity),
    },
  };
}

export function answerUser(library: Library, body: unknown): ResearchAnswer {
  const { data } = userBodySchema.safeParse(body);
  const user = data === undefined ? undefined : library.user(data.username);
  if (user === undefined) return invalid('The requested user cannot be found');
  return { data: { follower_count: user.followers } };
}

function fieldsOf(video: StandInVideo, fields: readonly string[]): object {
  const all: Readonly<Record<string, unknown>> = {
    id: long(video.id),
    username: video.username,
    video_description: video.description,
    create_time: video.createdAt,
    region_code: 'NO',
    view_count: video.views,
    like_count: Math.floor(video.views / 10),
    comment_count: Math.floor(video.views / 100),
    share_count: Math.floor(video.views / 200),
    music_id: long(video.musicId),
    hashtag_names: video.hashtags,
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)));
}

const MARK = '@long:';

/** A number no number of JavaScript holds. */
function long(digits: string): string {
  return `${MARK}${digits}`;
}

/** JSON in which long numbers are numbers, with all their digits. */
export function writeJson(value: object): string {
  return JSON.stringify(value).replace(/"@long:(\d+)"/g, '$1');
}
