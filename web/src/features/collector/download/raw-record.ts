/**
 * What was fetched for one entry and is not stored on the server yet. It is stored in this browser until then, so that a
 * reload, a stop or a server that is away costs no second request to LinkedIn.
 */
import * as z from 'zod/mini';

/** Answers are texts as LinkedIn sent them; null: requested but unavailable; absent: not requested yet. */
const part = z.optional(z.nullable(z.string()));

const sectionPageSchema = z.object({
  resource: z.enum(['profilePositions', 'profileEducations']),
  /** The first row asked for. */
  start: z.number(),
  body: z.string(),
});
export type SectionPage = z.infer<typeof sectionPageSchema>;

export const rawRecordSchema = z.object({
  entryId: z.string(),
  /** The entry's canonical address. */
  url: z.string(),
  /** Epoch milliseconds of the first answer. */
  fetchedAt: z.number(),
  /**
   * LinkedIn refused to show this member (403). The refusal is stored until it is clear whether the member or the session
   * was refused, so that no second request is needed.
   */
  isRefused: z.optional(z.literal(true)),
  /** The member, with location, positions and education. */
  p1: part,
  /** Connection and follower counts. */
  p2: part,
  /** What the member shares with this viewer. */
  i: part,
  /** Pages of typed rows, in the order in which they were asked for. */
  sections: z.optional(z.array(sectionPageSchema)),
  /** Sections whose typed rows are unavailable or useless. */
  sectionsEnded: z.optional(z.array(sectionPageSchema.shape.resource)),
  /** Pages of the experience section, in order. */
  ex: z.array(z.string()),
  /** There is no further page, or it is unavailable. */
  exEnded: z.boolean(),
  /** The education section as rendered. */
  ed: part,
  /** The profile page's cards. */
  c: part,
});
export type RawRecord = z.infer<typeof rawRecordSchema>;

/** Incomplete answers older than this are discarded and fetched again. */
export const RECORD_LIFETIME_MS = 24 * 3600 * 1000;
/**
 * Complete answers cost allowance and are waiting for an unreachable server: they are kept as long as the server would
 * have kept them.
 */
export const COMPLETE_RECORD_LIFETIME_MS = 30 * RECORD_LIFETIME_MS;

export function emptyRecord(entryId: string, url: string, now: number): RawRecord {
  return { entryId, url, fetchedAt: now, ex: [], exEnded: false };
}

export function isFresh(record: RawRecord, now: number): boolean {
  return now - record.fetchedAt < (isReadyToStore(record) ? COMPLETE_RECORD_LIFETIME_MS : RECORD_LIFETIME_MS);
}

/** Whether everything needed for the first call has been requested. */
export function isReadyToStore(record: RawRecord): boolean {
  return typeof record.p1 === 'string' && record.p2 !== undefined && record.i !== undefined;
}

/** No operation rejects, and operations take effect in call order, awaited or not. */
export interface RecordStore {
  readonly put: (record: RawRecord) => Promise<void>;
  readonly remove: (entryId: string) => Promise<void>;
  readonly list: () => Promise<readonly RawRecord[]>;
}
