/**
 * Finds deleted videos by searches that no longer return them. A video may be posted on a later day than its id suggests, or
 * be missing from one response, so it counts as deleted only when two complete searches over all possible days miss it.
 */
import { type DayWindow, daysAfter, WINDOW_DAYS, windowsBetween } from './day-windows.ts';
import type { SearchPage, SearchPosition } from './search-videos.ts';
import { readId, secondOfId } from './video-id.ts';

/** Videos can be uploaded this long before they are posted. */
const MAX_DAYS_BEFORE_POSTED = 31;

interface DatedId {
  readonly id: string;
  readonly given: Date;
}

/** Requests one page of a search for videos by their ids. */
export type FindVideos = (ids: readonly string[], window: DayWindow, position: SearchPosition) => Promise<SearchPage>;

/** @returns the ids that are gone. Ids without a time are never among them. */
export async function findGoneVideos(ids: readonly string[], now: Date, find: FindVideos): Promise<readonly string[]> {
  const dated = [...new Set(ids)]
    .flatMap((id) => datedId(id, now))
    .sort((one, other) => one.given.getTime() - other.given.getTime());
  const gone: string[] = [];
  for (const group of groupsOf(dated)) {
    const once = await missingFrom(group, now, find);
    if (once.length > 0) gone.push(...(await missingFrom(once, now, find)).map(({ id }) => id));
  }
  return gone;
}

async function missingFrom(group: readonly DatedId[], now: Date, find: FindVideos): Promise<readonly DatedId[]> {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const until = new Date(Math.min(daysAfter(last.given, MAX_DAYS_BEFORE_POSTED).getTime(), now.getTime()));
  let missing = group;
  for (const window of windowsBetween(daysAfter(first.given, -1), until)) {
    if (missing.length === 0) break;
    const found = await foundIn(
      missing.map(({ id }) => id),
      window,
      find,
    );
    missing = missing.filter(({ id }) => !found.has(id));
  }
  return missing;
}

async function foundIn(ids: readonly string[], window: DayWindow, find: FindVideos): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let position: SearchPosition | null = { cursor: 0, searchId: null };
  while (position !== null) {
    const page: SearchPage = await find(ids, window, position);
    for (const video of page.videos) {
      const id = idOf(video);
      if (id !== null) found.add(id);
    }
    position = page.next;
  }
  return found;
}

/** Groups ids whose days fit into one window. */
function groupsOf(dated: readonly DatedId[]): readonly (readonly DatedId[])[] {
  const groups: DatedId[][] = [];
  for (const id of dated) {
    const group = groups.at(-1);
    const start = group?.[0]?.given;
    if (group === undefined || start === undefined || id.given > daysAfter(start, WINDOW_DAYS - 1)) groups.push([id]);
    else group.push(id);
  }
  return groups;
}

function datedId(written: string, now: Date): DatedId[] {
  const id = readId(written);
  const second = id === null ? null : secondOfId(id);
  if (id === null || second === null || second * 1000 > now.getTime()) return [];
  return [{ id, given: new Date(second * 1000) }];
}

function idOf(video: unknown): string | null {
  return typeof video === 'object' && video !== null && 'id' in video ? readId(video.id) : null;
}
