/** The state of an unfinished visit, stored with the name that is visited. */
import { z } from 'zod';

const HOUR = 3600 * 1000;
/** Positions that a network gave longer ago are not reused. */
const STALE_HOURS = 12;

const begun = { begunAt: z.iso.datetime() };

const subredditStateSchema = z.object({
  ...begun,
  at: z.object({ after: z.string(), count: z.number() }),
  /** When the newest post of this visit was posted; null: none so far. */
  newest: z.iso.datetime().nullable(),
});
export type SubredditVisitState = z.infer<typeof subredditStateSchema>;

/** The state is stored with the leader of the users who are visited together. */
const usersStateSchema = z.object({
  ...begun,
  at: z.object({ cursor: z.number(), searchId: z.string(), from: z.string(), until: z.string() }),
  /** All users of the search: the position is valid for exactly these. */
  names: z.array(z.string()).min(1),
  since: z.iso.datetime(),
});
export type UsersVisitState = z.infer<typeof usersStateSchema>;

/** @returns null if the visit starts at the beginning */
export function readSubredditState(stored: unknown, now: Date): SubredditVisitState | null {
  return freshOrNull(subredditStateSchema.safeParse(stored).data, now);
}

/** @returns null if the visit starts at the beginning */
export function readUsersState(stored: unknown, now: Date): UsersVisitState | null {
  return freshOrNull(usersStateSchema.safeParse(stored).data, now);
}

function freshOrNull<State extends { readonly begunAt: string }>(state: State | undefined, now: Date): State | null {
  return state !== undefined && now.getTime() - Date.parse(state.begunAt) < STALE_HOURS * HOUR ? state : null;
}
