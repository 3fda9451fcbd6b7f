import { paths } from '../../lib/paths.ts';

/** The table of posts, filtered to subreddits. Names hold no commas, which part them in the table's address. */
export function postsPath(names: readonly string[]): string {
  return `${paths.redditPosts}?subreddit=${names.map(encodeURIComponent).join(',')}`;
}
