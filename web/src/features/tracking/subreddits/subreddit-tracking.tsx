/** The subreddits an account tracks, up to twenty, and the way to their posts. */
import {
  listTrackedSubreddits,
  MAX_TRACKED_SUBREDDITS,
  suggestSubreddits,
  type TrackedSubreddit,
  trackSubreddits,
  untrackSubreddit,
} from '@leadloom/shared/contract/reddit';
import { subredditKey } from '@leadloom/shared/social/names';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { PageBody } from '../../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../../components/page-heading.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatShortCount } from '../../../lib/format-short-count.ts';
import { tablePath } from '../../../lib/paths.ts';
import { TrackedRow } from '../tracked-row.tsx';
import { TrackingSection } from '../tracking-section.tsx';
import { type TrackingApi, useTracked } from '../use-tracked.ts';
import { choiceRules, failures, successes } from './subreddit-texts.ts';

const api: TrackingApi<TrackedSubreddit> = {
  network: 'reddit',
  list: async (signal) => (await call(listTrackedSubreddits, {}, { signal })).data,
  add: async (names) => (await call(trackSubreddits, { body: { subreddit_names: [...names] } })).data,
  remove: async ({ subreddit_name }) => call(untrackSubreddit, { body: { subreddit_name } }),
  keyOf: ({ subreddit_name: name }) => subredditKey(name),
};

export function SubredditTracking() {
  const names = useTracked(api);
  const { tracked } = names;
  return (
    <PageBody width="list">
      <HeadingLine>
        <PageHeading title="Reddit Subreddit Tracking">
          Reddit Subreddit Tracking{tracked !== undefined && ` (${tracked.length}/${MAX_TRACKED_SUBREDDITS})`}
        </PageHeading>
        {(tracked === undefined || tracked.length > 0) && (
          <Button
            component={Link}
            to={postsPath(tracked?.flatMap(({ spellings }) => spellings) ?? [])}
            variant="outlined"
            startIcon={<TableRowsOutlined />}
            // Its place is kept until it is known, so that what is below does not move.
            sx={{ visibility: tracked === undefined ? 'hidden' : undefined }}
          >
            View Tracked Posts
          </Button>
        )}
      </HeadingLine>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch' }}>
        New posts of the subreddits you track are added to the Reddit Posts table. When you delete a subreddit, its posts stay in
        the table.
      </Typography>
      <TrackingSection
        networkName="Reddit"
        names={names}
        nameOf={nameOf}
        form={{
          label: 'Search Reddit Subreddits to Track',
          placeholder: 'r/name',
          hint: 'A name, r/name or a URL. Press Enter to add what you typed.',
          button: 'Track Subreddits',
          rules: choiceRules,
          suggest,
          isButtonDisabledWhenEmpty: true,
          failureTexts: failures.track,
          success: successes.track,
        }}
        table={{
          title: 'Tracked subreddits',
          columns: ['Subreddit Name', 'Last Crawled'],
          action: 'Delete',
          empty: 'No Reddit subreddits currently being tracked.',
          failureTexts: failures.list,
        }}
        removal={{ failureTexts: failures.remove, success: successes.remove }}
        renderRow={(subreddit, context) => (
          <TrackedRow
            key={api.keyOf(subreddit)}
            name={nameOf(subreddit)}
            rows={postsOf(subreddit)}
            collectedAt={subreddit.last_collected_at}
            never="never crawled"
            health={subreddit.health}
            action="Delete"
            icon={<DeleteOutlineRounded />}
            {...context}
          />
        )}
      />
    </PageBody>
  );
}

function nameOf({ subreddit_name: name }: TrackedSubreddit): string {
  return name;
}

function postsOf({ spellings, post_count: count }: TrackedSubreddit) {
  if (count === 0) return null;
  return { text: count === 1 ? '1 post' : `${formatCount(count)} posts`, to: postsPath(spellings) };
}

async function suggest(text: string, signal: AbortSignal) {
  const found = await call(suggestSubreddits, { query: { q: text } }, { signal });
  return found.map(({ id, name, subscribers }) => ({
    id,
    name,
    note: subscribers === null ? null : `${formatShortCount(subscribers)} members`,
  }));
}

/** The table of posts, filtered to subreddits, however their posts write them. Names hold no commas, which part them in the table's address. */
function postsPath(spellings: readonly string[]): string {
  return `${tablePath('reddit-posts')}?subreddit=${spellings.map(encodeURIComponent).join(',')}`;
}
