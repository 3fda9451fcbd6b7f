import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { investors } from '@leadloom/shared/tables/investors';
import { people } from '@leadloom/shared/tables/people';
import { redditPosts } from '@leadloom/shared/tables/reddit-posts';
import { reviews } from '@leadloom/shared/tables/reviews';
import { shopify } from '@leadloom/shared/tables/shopify';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { tiktokVideos } from '@leadloom/shared/tables/tiktok-videos';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createRowPreparer, prepareRow, RowProblems } from './prepare-row.ts';

/** A prepared row by its columns, or the reasons why it is refused. */
function prepare(definition: TableDefinition, values: Readonly<Record<string, unknown>>) {
  const row = prepareRow(definition, values);
  if (row instanceof RowProblems) return { reasons: row.reasons };
  const { columns } = createRowPreparer(
    definition,
    definition.columns.map(({ field }) => field),
  );
  return {
    ...Object.fromEntries(columns.map((column, index) => [column, row.cells[index]])),
    key: row.canonicalKey,
    needsEscape: row.needsEscape,
  };
}
const keyOf = (definition: TableDefinition, values: Readonly<Record<string, unknown>>) => {
  const row = prepareRow(definition, values);
  return row instanceof RowProblems ? row.reasons : row.canonicalKey;
};

describe('a row', () => {
  it('a prepared row has its cells, the hosts of its addresses, and one spelling of each choice', () => {
    const values = {
      name: ' Nordwind ',
      website: 'https://www.Nordwind.example/de',
      country: 'DE',
      verticals: 'saas; Own Thing',
      region: 'EUROPE',
    };
    expect(prepare(companies, values)).toMatchObject({
      name: 'Nordwind',
      website: 'https://www.Nordwind.example/de',
      website_domain: 'nordwind.example',
      country: 'Germany',
      verticals: ['SaaS', 'Own Thing'],
      region: 'Europe',
      city: null,
      key: 'website:nordwind.example',
    });
  });

  it('a row is refused with all its problems', () => {
    const { reasons } = prepare(companies, { name: '  ', revenue: 'soon', website: 'javascript:alert(1)' });
    expect(reasons).toEqual([
      'website: "javascript:alert(1)" is not an http or https address',
      'revenue: "soon" is not a number',
      'name: is missing',
    ]);
    expect(prepare(shopify, { url: 'localhost' }).reasons).toEqual(['url: "localhost" is not a web address']);
  });

  it('a row with a formula is marked', () => {
    const named = (values: object) => prepare(companies, { name: 'Acme', ...values });
    expect(named({ revenue: '-5', city: 'Köln', website: 'acme.example' })).toMatchObject({ needsEscape: false });
    expect(named({ description: 'Pumps; -5, “valves”; R&D (a=b)' })).toMatchObject({ needsEscape: false });
    for (const values of [
      { name: '=1+1' },
      { description: '@SUM(1)' },
      { verticals: ['=a', 'b'] },
      { verticals: ['+49 30 555010', 'b'] },
      { description: 'Pumps;=1+1' },
      { description: 'Pumps | "\u200b＝1+1"' },
      { description: 'Pumps\n- and valves' },
      { verticals: ['a', '=b'] },
    ])
      expect(named(values)).toMatchObject({ needsEscape: true });
    expect(prepare(people, { name: 'Maren', phone: '+49 30 555010' })).toMatchObject({ needsEscape: false });
  });

  it('a TikTok row names its author by the author’s address', () => {
    const video = {
      author: '@Mila.Draws',
      video: 'https://www.tiktok.com/@Mila.Draws/video/7300000000000000001',
      posted_at: 1_714_731_630,
    };
    expect(prepare(tiktokVideos, { ...video, hashtags: '#Fun #Cats,#fun', author_unique_id: 'someone_else' })).toMatchObject({
      author: 'https://www.tiktok.com/@Mila.Draws',
      author_unique_id: 'mila.draws',
      hashtags: ['fun', 'cats'],
      posted_at: '2024-05-03T10:20:30.000Z',
    });
    expect(prepare(tiktokVideos, { ...video, hashtags: ['#A', 'b '] })).toMatchObject({ hashtags: ['a', 'b'] });
    expect(prepare(tiktokVideos, { ...video, hashtags: '["#A","b"]' })).toMatchObject({ hashtags: ['a', 'b'] });
    expect(prepare(tiktokVideos, { ...video, hashtags: '["a\\\\b","c d"]' })).toMatchObject({ hashtags: ['a\\b', 'c', 'd'] });
    // The Greek question mark, which becomes a semicolon when composed.
    expect(prepare(tiktokVideos, { ...video, hashtags: ['a\u037eb'] })).toMatchObject({ hashtags: ['a', 'b'] });
  });

  it.each([
    ['bars.at', 'https://www.tiktok.com/@bars.at'],
    ['@bars.at', 'https://www.tiktok.com/@bars.at'],
    ['Nordic.Skincare', 'https://www.tiktok.com/@Nordic.Skincare'],
    ['plain_name', 'https://www.tiktok.com/@plain_name'],
    ['https://www.tiktok.com/@bars.at', 'https://www.tiktok.com/@bars.at'],
    ['www.tiktok.com/@bars.at?lang=en', 'www.tiktok.com/@bars.at?lang=en'],
  ])('in a TikTok row an author given by name alone stays a name, whatever it looks like: %s', (author, address) => {
    const name = /@([^?]+)/.exec(address)?.[1]?.toLowerCase();
    const video = 'https://www.tiktok.com/@x/video/7300000000000000001';
    const row = prepare(tiktokVideos, { author, video, posted_at: 1_714_731_630 });
    expect(row).toMatchObject({ author: address, author_unique_id: name });
  });

  it('a TikTok row has no author where the cell says that none is known', () => {
    const video = 'https://www.tiktok.com/@x/video/7300000000000000001';
    for (const author of ['unknown', 'none', '-'])
      expect(keyOf(tiktokVideos, { author, video, posted_at: 1_714_731_630 })).toEqual(['author: is missing']);
  });

  it('in a store row a bare name in a network’s column is a name on that network', () => {
    const store = { url: 'bars.example' };
    const names = { instagram: 'bars.at', facebook: '@bars.at', youtube_channel: 'bars.at', linkedin: 'company/bars' };
    expect(prepare(shopify, { ...store, ...names })).toMatchObject({
      url: 'bars.example',
      instagram: 'https://www.instagram.com/bars.at',
      facebook: 'https://www.facebook.com/bars.at',
      youtube_channel: 'https://www.youtube.com/@bars.at',
      linkedin: 'https://www.linkedin.com/company/bars',
    });
    const channel = 'UCabcdefghijklmnopqrstuv';
    const addresses = { instagram: 'instagram.com/bars.at', facebook: 'facebook.com', youtube_channel: channel };
    expect(prepare(shopify, { ...store, linkedin: 'linkedin.com/in/bars' })).toMatchObject({ linkedin: 'linkedin.com/in/bars' });
    expect(prepare(shopify, { ...store, ...addresses })).toMatchObject({
      instagram: 'instagram.com/bars.at',
      facebook: 'facebook.com',
      youtube_channel: `https://www.youtube.com/channel/${channel}`,
    });
    expect(prepare(shopify, { ...store, instagram: 'n.a', facebook: 'none' })).toMatchObject({ instagram: null, facebook: null });
  });

  it.each([
    ['/Home & Garden/Furniture:/Apparel', ['Home & Garden/Furniture', 'Apparel']],
    [
      ['/is', '=b'],
      ['is', '=b'],
    ],
    ['["/is","//b"]', ['is', 'b']],
    ['home, garden', ['home', 'garden']],
  ])('topics of a store are paths without their first slash: %j', (topics, read) =>
    expect(prepare(shopify, { url: 'bars.example', topics })).toMatchObject({ topics: read }),
  );

  it('in a Reddit row names are read from addresses without a scheme, too', () => {
    const post = { title: 'A', posted_at: '1714731630.0', permalink: '/r/Looms/comments/abc123/a_title/' };
    expect(
      prepare(redditPosts, { ...post, subreddit_name: 'www.reddit.com/r/Looms/', author: 'reddit.com/user/maren' }),
    ).toMatchObject({
      subreddit_name: 'Looms',
      author: 'maren',
    });
  });

  it('in a Reddit row names lose their prefixes', () => {
    const post = {
      title: 'A',
      posted_at: '1714731630.0',
      permalink: '/r/Looms/comments/abc123/a_title/',
      subreddit_name: 'r/Looms',
      author: 'u/maren',
    };
    expect(prepare(redditPosts, post)).toMatchObject({
      permalink: 'https://www.reddit.com/r/Looms/comments/abc123/a_title/',
      subreddit_name: 'Looms',
      author: 'maren',
      key: 'permalink:reddit.com/comments/abc123',
    });
  });
});

describe('the key of a row', () => {
  test.each([
    [companies, { name: 'A', website: 'http://WWW.a.example/x', linkedin_url: 'linkedin.com/company/a' }, 'website:a.example'],
    [
      companies,
      { name: 'A', linkedin_url: 'https://de.LinkedIn.com/company/A-b/?trk=x' },
      'linkedin_url:linkedin.com/company/a-b',
    ],
    [companies, { name: ' Acme  Inc ', country: 'USA' }, 'name+country:acme inc\u001funited states'],
    [companies, { name: 'Acme' }, 'name:acme'],
    [investors, { name: 'Acme', website: 'acme.example' }, 'website:acme.example'],
    [people, { name: 'M', email: 'Maren@A.example' }, 'email+name:maren@a.example\u001fm'],
    [companies, { name: 'Acme', website: 'https://m.facebook.com/Acme.Oslo/?ref=x' }, 'website:facebook.com/acme.oslo'],
    [companies, { name: 'Acme', website: 'facebook.com', linkedin_url: 'linkedin.com' }, 'name:acme'],
    [companies, { name: 'Acme', website: 'https://acme.wixsite.com/home' }, 'website:acme.wixsite.com'],
    [shopify, { url: 'https://www.etsy.com/' }, 'url:etsy.com'],
    [shopify, { url: 'etsy.com/shop/Acme' }, 'url:etsy.com/shop/Acme'],
    [people, { name: 'M', company_name: 'A' }, 'name+company_name:m\u001fa'],
    [
      reviews,
      { review_title: 'Good', review_url: 'https://reviews.example/p/Acme?id=5&utm_source=x#top' },
      'review_url:reviews.example/p/Acme?id=5',
    ],
    [reviews, { review_title: 'Good' }, 'review_title:good'],
    [shopify, { url: 'shop.example/collections' }, 'url:shop.example'],
    [
      redditPosts,
      { title: 'A', posted_at: '2024-01-01', permalink: 'old.reddit.com/r/X/comments/AbC' },
      'permalink:reddit.com/comments/abc',
    ],
    [
      redditPosts,
      { title: 'A', posted_at: '2024-01-01', permalink: 'reddit.com/r/x/comments/abc/t/reply' },
      'permalink:reddit.com/r/x/comments/abc/t/reply',
    ],
    [
      tiktokVideos,
      { author: '@a', posted_at: '2024-01-01', video: 'https://m.tiktok.com/@New.Name/video/73?lang=en' },
      'video:tiktok.com/video/73',
    ],
  ])('rows describing the same entity have the same key', (definition, values, key) =>
    expect(keyOf(definition, values)).toBe(key),
  );

  it('keys of different rules differ, and keys are short', () => {
    expect(keyOf(people, { name: 'a@b.example' })).toBe('name:a@b.example');
    expect(keyOf(people, { name: 'a', email: 'a@b.example' })).toBe('email+name:a@b.example\u001fa');
    const long = { name: 'x'.repeat(500), company_name: 'y'.repeat(500) };
    expect(keyOf(people, long)).toMatch(/^name\+company_name:sha256:[0-9a-f]{64}$/);
    expect(keyOf(people, { ...long, company_name: 'z'.repeat(500) })).not.toBe(keyOf(people, long));
  });

  it('a stored row that is prepared again keeps its key', () => {
    for (const name of tableNames) {
      const definition = tableByName(name);
      const text = fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.constantFrom('a.example', 'https://www.b.example/x', 'DE', '2024-05-03', '12', '@a', 'r/x'),
      );
      const row = fc.record(Object.fromEntries(definition.columns.map(({ field }) => [field, text])));
      fc.assert(
        fc.property(row, (values) => {
          const once = prepareRow(definition, values);
          if (once instanceof RowProblems) return;
          const stored = Object.fromEntries(definition.columns.map(({ field }, index) => [field, once.cells[index]]));
          expect(prepareRow(definition, stored)).toEqual(once);
        }),
      );
    }
  });
});
