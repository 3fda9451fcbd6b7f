/** Posts and subreddits as the stand-in keeps them, and as Reddit would write them. All of it is fictional. */

export const subredditStates = ['open', 'private', 'quarantined', 'gated', 'banned', 'restricted'] as const;
/** `restricted`: closed for legal reasons, 451. A name that was never added is unknown. */
export type SubredditState = (typeof subredditStates)[number];

export interface StandInPost {
  /** An id such as `t3_1abc`; later posts have higher ones. */
  readonly id: string;
  readonly subreddit: string;
  title: string;
  author: string;
  text: string;
  flair: string | null;
  score: number;
  comments: number;
  /** Seconds since 1970. */
  createdAt: number;
  /** An address makes it a link or an image; null: a text of its own. */
  url: string | null;
  removal: 'deleted' | 'moderator' | null;
  /** Further fields, or others in the place of those above. */
  extra: Readonly<Record<string, unknown>>;
}

export interface StandInSubreddit {
  readonly name: string;
  subscribers: number;
  isAdult: boolean;
  state: SubredditState;
  /** Oldest first. */
  readonly posts: StandInPost[];
}

const TOPICS = [
  'Which drip tray fits a small shop?',
  'A robot waters our beds & borders',
  'Prices <since> spring',
  'Show us your bench',
];
const AUTHORS = ['fern_hollow', 'quiet-otter', 'MossAndStone', 'Tin_Whistle_9'];

/** @param index tells one from another */
export function samplePost(subreddit: string, id: string, index: number, createdAt: number): StandInPost {
  const isLink = index % 4 === 3;
  return {
    id,
    subreddit,
    title: `${TOPICS[index % TOPICS.length]} (${index + 1})`,
    author: AUTHORS[index % AUTHORS.length] ?? '',
    text: isLink ? '' : `The ${index + 1}. note of a made-up season.`,
    flair: index % 3 === 0 ? 'Question' : null,
    score: (index * 7) % 500,
    comments: index % 40,
    createdAt,
    url: isLink ? `https://pictures.example/${index}.jpg` : null,
    removal: null,
    extra: {},
  };
}

/** The post as a child of a listing. */
export function postChild(post: StandInPost): object {
  const permalink = `/r/${post.subreddit}/comments/${post.id.slice(3)}/${slugOf(post.title)}/`;
  const isGone = post.removal !== null;
  return {
    kind: 't3',
    data: {
      name: post.id,
      id: post.id.slice(3),
      title: post.title,
      author: post.removal === 'deleted' ? '[deleted]' : post.author,
      subreddit: post.subreddit,
      subreddit_name_prefixed: `r/${post.subreddit}`,
      permalink,
      url: post.url ?? `https://www.reddit.com${permalink}`,
      domain: post.url === null ? `self.${post.subreddit}` : new URL(post.url).host,
      is_self: post.url === null,
      is_video: false,
      ...(post.url === null ? {} : { post_hint: 'image' }),
      selftext: isGone ? (post.removal === 'deleted' ? '[deleted]' : '[removed]') : post.text,
      link_flair_text: post.flair,
      score: post.score,
      ups: post.score,
      num_comments: post.comments,
      created_utc: post.createdAt,
      over_18: false,
      stickied: false,
      removed_by_category: post.removal,
      ...post.extra,
    },
  };
}

export function subredditChild({ name, subscribers, isAdult }: StandInSubreddit): object {
  return { kind: 't5', data: { display_name: name, display_name_prefixed: `r/${name}`, subscribers, over18: isAdult } };
}

export function listingOf(children: readonly object[], after: string | null): object {
  return { kind: 'Listing', data: { after, before: null, dist: children.length, modhash: '', geo_filter: '', children } };
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40);
}
