import { tablePath } from '../../../lib/paths.ts';

/** The table of posts, filtered to subreddits, however their posts write them. Names hold no commas, which part them in the table's address. */
export function postsPath(spellings: readonly string[]): string {
  return `${tablePath('reddit-posts')}?subreddit=${spellings.map(encodeURIComponent).join(',')}`;
}
