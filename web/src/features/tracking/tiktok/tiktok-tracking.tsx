/** The TikTok users an account tracks: a section of the social dashboard. */
import { searchTikTokUsers } from '@leadloom/shared/contract/tables';
import { listTrackedUsers, type TrackedUser, trackUsers, untrackUser } from '@leadloom/shared/contract/tiktok';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatShortCount } from '../../../lib/format-short-count.ts';
import { tablePath } from '../../../lib/paths.ts';
import { TrackedRow } from '../tracked-row.tsx';
import { TrackingSection } from '../tracking-section.tsx';
import { type TrackingApi, useTracked } from '../use-tracked.ts';
import { choiceRules, failures, successes } from './tiktok-texts.ts';
import { TopAuthors } from './top-authors.tsx';

const api: TrackingApi<TrackedUser> = {
  network: 'tiktok',
  list,
  add: async (names) => (await call(trackUsers, { body: { unique_ids: [...names] } })).data,
  remove: async ({ unique_id }) => call(untrackUser, { body: { unique_id } }),
  keyOf: nameOf,
};

export function TikTokTracking() {
  const names = useTracked(api);
  return (
    <TrackingSection
      networkName="TikTok"
      names={names}
      nameOf={nameOf}
      form={{
        label: 'Search TikTok User IDs to Track',
        placeholder: '@name',
        hint: 'A user ID, @name or a URL. Press Enter to add what you typed.',
        button: 'Track Selected Users',
        rules: choiceRules,
        suggest,
        isButtonDisabledWhenEmpty: false,
        failureTexts: failures.track,
        success: successes.track,
      }}
      table={{
        title: 'Currently Tracked TikTok Users',
        columns: ['User ID', 'Followers', 'Last Crawled'],
        action: 'Untrack',
        empty: 'No TikTok users currently being tracked.',
        failureTexts: failures.list,
      }}
      removal={{ failureTexts: failures.remove, success: successes.remove }}
      isPaged
      renderRow={(user, context) => (
        <TrackedRow
          key={nameOf(user)}
          name={nameOf(user)}
          rows={videosOf(user)}
          collectedAt={user.last_collected_at}
          never="Never"
          health={user.health}
          action="Untrack"
          {...context}
        >
          <Followers count={user.follower_count} />
        </TrackedRow>
      )}
    >
      <TopAuthors tracked={names.tracked?.map(nameOf)} onTrack={names.add} />
    </TrackingSection>
  );
}

function Followers({ count }: { readonly count: number | null }) {
  return (
    <td data-label="Followers">{count === null ? 'N/A' : <span title={formatCount(count)}>{formatShortCount(count)}</span>}</td>
  );
}

/** A server without a list returns 404, which counts as an empty list. */
async function list(signal: AbortSignal): Promise<readonly TrackedUser[]> {
  try {
    return (await call(listTrackedUsers, {}, { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

function nameOf({ unique_id: id }: TrackedUser): string {
  return id;
}

function videosOf({ unique_id: id, video_count: count }: TrackedUser) {
  if (count === 0) return null;
  const to = `${tablePath('tiktok-videos')}?author=${encodeURIComponent(id)}`;
  return { text: count === 1 ? '1 video' : `${formatCount(count)} videos`, to };
}

async function suggest(text: string, signal: AbortSignal) {
  const found = await call(searchTikTokUsers, { query: { q: text } }, { signal });
  return found.map(({ id, name }) => ({ id: String(id), name, note: null }));
}
