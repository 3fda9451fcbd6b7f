/** Where an unfinished visit stands, as it is kept with the name that is visited. */
import { z } from 'zod';

const HOUR = 3600 * 1000;
/** What a network answered to "where were we" so long ago is not relied upon. */
const STALE_HOURS = 12;

const begun = { begunAt: z.iso.datetime() };

const subredditStateSchema = z.object({
  ...begun,
  at: z.object({ after: z.string(), count: z.number() }),
  /** When the newest post of this visit was posted; null: none had been met. */
  newest: z.iso.datetime().nullable(),
});
export type SubredditVisitState = z.infer<typeof subredditStateSchema>;

/** Kept with the first of the users, who are visited together. */
const usersStateSchema = z.object({
  ...begun,
  at: z.object({ cursor: z.number(), searchId: z.string(), from: z.string(), until: z.string() }),
  /** All that were asked for: the place is one in the answer for exactly these. */
  names: z.array(z.string()).min(1),
  since: z.iso.datetime(),
});
export type UsersVisitState = z.infer<typeof usersStateSchema>;

/** null: the visit begins anew */
export function readSubredditState(stored: unknown, now: Date): SubredditVisitState | null {
  return freshOrNull(subredditStateSchema.safeParse(stored).data, now);
}

/** null: the visit begins anew */
export function readUsersState(stored: unknown, now: Date): UsersVisitState | null {
  return freshOrNull(usersStateSchema.safeParse(stored).data, now);
}

function freshOrNull<State extends { readonly begunAt: string }>(state: State | undefined, now: Date): State | null {
  return state !== undefined && now.getTime() - Date.parse(state.begunAt) < STALE_HOURS * HOUR ? state : null;
}
