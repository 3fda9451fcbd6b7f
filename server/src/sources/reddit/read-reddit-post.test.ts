import { describe, expect, it, test } from 'vitest';
import { readRedditPost } from './read-reddit-post.ts';

const post = {
  name: 't3_1abc2d',
  id: '1abc2d',
  title: 'Which drip tray?',
  author: 'fern_hollow',
  subreddit: 'SlowCoffee',
  permalink: '/r/SlowCoffee/comments/1abc2d/which_drip_tray/',
  url: 'https://www.reddit.com/r/SlowCoffee/comments/1abc2d/which_drip_tray/',
  is_self: true,
  is_video: false,
  selftext: 'Ours leaks.',
  link_flair_text: 'Question',
  score: 41,
  num_comments: 7,
  created_utc: 1_767_225_600.5,
  removed_by_category: null,
};

function recordOf(data: object, isEscaped = false) {
  const read = readRedditPost(data, { isEscaped });
  if (read.kind !== 'post') throw new Error(`it is ${read.kind}`);
  return read.record;
}

describe('a post', () => {
  it('a post becomes a row', () => {
    expect(recordOf(post)).toEqual({
      title: 'Which drip tray?',
      author: 'fern_hollow',
      subreddit_name: 'SlowCoffee',
      permalink: 'https://www.reddit.com/r/SlowCoffee/comments/1abc2d/which_drip_tray/',
      image_url: null,
      comment_count: 7,
      score: 41,
      type: 'self',
      flair: 'Question',
      text: 'Ours leaks.',
      posted_at: '2026-01-01T00:00:00.500Z',
    });
  });

  it('a post may lack every optional field, or have it in a wrong form', () => {
    const { title, subreddit, permalink, created_utc, name } = post;
    const bare = { name, title, subreddit, permalink, created_utc };
    const wrong = { ...bare, author: 5, score: '41', num_comments: 1.5, selftext: [], url: {}, gallery_data: 'x', preview: [1] };
    for (const data of [bare, wrong]) {
      expect(recordOf(data)).toMatchObject({ author: null, score: null, comment_count: null, text: null, image_url: null });
    }
    expect(recordOf({ ...post, selftext: '', link_flair_text: '' })).toMatchObject({ text: null, flair: null });
  });

  it('out of a file may name its id alone, its seconds as text and its whole address', () => {
    const { name: _, ...unnamed } = post;
    const read = recordOf({ ...unnamed, created_utc: '1767225600', permalink: `https://old.reddit.com${post.permalink}` });
    expect(read).toMatchObject({ posted_at: '2026-01-01T00:00:00.000Z', permalink: `https://www.reddit.com${post.permalink}` });
  });

  const pictures: readonly (readonly [string, object, string, string | null])[] = [
    [
      'a text with a picture in it',
      { preview: { images: [{ source: { url: 'https://p.example/a' } }] } },
      'self',
      'https://p.example/a',
    ],
    ['a picture by its hint', { is_self: false, post_hint: 'image', url: 'https://i.example/a' }, 'image', 'https://i.example/a'],
    ['a picture by its ending', { is_self: false, url: 'https://i.example/a.JPEG?w=1' }, 'image', 'https://i.example/a.JPEG?w=1'],
    [
      'a link with a preview',
      { is_self: false, url: 'https://news.example/', preview: { images: [{ source: { url: 'https://p.example/b?s=1&t=2' } }] } },
      'link',
      'https://p.example/b?s=1&t=2',
    ],
    ['a link without one', { is_self: false, url: 'https://news.example/' }, 'link', null],
    ['a video', { is_self: false, is_video: true, url: 'https://v.example/1' }, 'video', null],
    ['a video kept elsewhere', { is_self: false, post_hint: 'rich:video', url: 'https://v.example/1' }, 'video', null],
    [
      'a gallery',
      {
        is_self: false,
        is_gallery: true,
        url: 'https://www.reddit.com/gallery/1abc2d',
        gallery_data: { items: [{ media_id: 'two', id: 2 }, { media_id: 'one' }] },
        media_metadata: {
          one: { s: { u: 'https://p.example/one' } },
          two: { status: 'valid', s: { u: 'https://p.example/two' } },
        },
      },
      'gallery',
      'https://p.example/two',
    ],
    [
      'a gallery that begins with a moving picture',
      {
        is_self: false,
        is_gallery: true,
        gallery_data: { items: [{ media_id: 'a' }] },
        media_metadata: { a: { s: { gif: 'https://p.example/g' } } },
      },
      'gallery',
      'https://p.example/g',
    ],
    [
      'a gallery that is empty',
      { is_self: false, is_gallery: true, gallery_data: { items: [] }, media_metadata: null },
      'gallery',
      null,
    ],
    ['a picture that is none of the web', { is_self: false, post_hint: 'image', url: 'javascript:alert(1)' }, 'image', null],
  ];
  test.each(pictures)('tells what it is: %s', (_, change, type, image_url) => {
    expect(recordOf({ ...post, ...change })).toMatchObject({ type, image_url });
  });

  it('a post is unescaped once, and only on request', () => {
    const escaped = { ...post, title: 'Beds &amp;amp; &lt;b&gt; &quot;', selftext: 'a &amp; b', author: 'x' };
    expect(recordOf(escaped)).toMatchObject({ title: 'Beds &amp;amp; &lt;b&gt; &quot;', text: 'a &amp; b' });
    expect(recordOf(escaped, true)).toMatchObject({ title: 'Beds &amp; <b> &quot;', text: 'a & b' });
  });
});

describe('a post is gone', () => {
  test.each([
    ['its author deleted it', { author: '[deleted]', selftext: '[deleted]' }],
    ['its text was removed', { selftext: '[removed]' }],
    ['its text was deleted', { selftext: ' [deleted] ' }],
    ['Reddit removed it', { selftext: '[ Removed by Reddit ]' }],
    ['its title says so', { title: '[deleted by user]' }],
    ['a moderator removed it', { removed_by_category: 'moderator' }],
    ['it was removed in a way we do not know', { removed_by_category: { by: 'somebody' } }],
    ['nothing else is left of it', { title: undefined, permalink: undefined, created_utc: undefined, author: '[deleted]' }],
  ])('when %s', (_, change) => {
    expect(readRedditPost({ ...post, ...change })).toEqual({ kind: 'gone', id: 't3_1abc2d' });
  });

  it('but not when it only speaks of that', () => {
    expect(readRedditPost({ ...post, title: '[removed] why?', selftext: 'see [deleted]', author: 'deleted' }).kind).toBe('post');
  });
});

describe('what is no post is left out', () => {
  test.each([
    ['no object', null],
    ['text', 'post'],
    ['a list', [post]],
    ['a comment', { ...post, name: 't1_1abc2d' }],
    ['no id', { ...post, name: undefined, id: undefined }],
    ['an id of other letters', { ...post, name: 't3_../../x' }],
    ['no title', { ...post, title: '' }],
    ['a title that is none', { ...post, title: 5 }],
    ['no time', { ...post, created_utc: null }],
    ['a time before all', { ...post, created_utc: -1 }],
    ['a time beyond all', { ...post, created_utc: 1e300 }],
    ['a subreddit that is none', { ...post, subreddit: '../x' }],
    ['an address elsewhere', { ...post, permalink: 'https://elsewhere.example/r/a/comments/1abc2d/x/' }],
    ['an address elsewhere, without a scheme', { ...post, permalink: '//elsewhere.example/r/a/comments/1abc2d/' }],
    [
      'an address of another site that begins alike',
      { ...post, permalink: 'https://www.reddit.com.example/r/ab/comments/1abc2d/' },
    ],
    ['an address of another post', { ...post, permalink: '/r/SlowCoffee/comments/zzz/which/' }],
    ['an address with a query', { ...post, permalink: `${post.permalink}?x=1` }],
  ])('%s', (_, data) => expect(readRedditPost(data)).toEqual({ kind: 'other' }));
});
