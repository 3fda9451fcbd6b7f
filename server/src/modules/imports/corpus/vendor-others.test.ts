/** Exports of other programs with investors, stores, reviews, posts and videos: what of a row is read. All people and companies are invented. */
import { it } from 'vitest';
import { expectVendorFile, type VendorFile } from '../../../testing/vendor-file.ts';

const files: readonly VendorFile[] = [
  [
    'OpenVC',
    'investors',
    {
      'Investor name': 'Loom Capital Vendfict',
      Website: 'https://loom-capital-vendfict.example',
      'Global HQ': '12 Spinner Street, Leeds, United Kingdom',
      'Countries of investment': 'UK, USA',
      'Stage of investment': '1. Idea, 2. Prototype',
      'Investor type': 'VC',
      'First cheque minimum': '$50,000',
    },
    {
      name: 'Loom Capital Vendfict',
      website: 'https://loom-capital-vendfict.example',
      city: 'Leeds',
      country: 'United Kingdom',
      preferred_investment_types: ['1. Idea', '2. Prototype'],
      primary_investor_type: 'VC',
    },
  ],
  [
    'Store Leads',
    'shopify',
    {
      domain: 'shop.vendfict.example',
      merchant_name: 'Weaver Vendfict',
      country_code: 'US',
      emails: 'info@shop.vendfict.example:help@shop.vendfict.example',
      instagram: 'weaver_vendfict',
      facebook: 'weavervendfict',
      categories: '/Home & Garden/Furniture:/Apparel',
    },
    {
      url: 'shop.vendfict.example',
      merchant_name: 'Weaver Vendfict',
      emails: ['info@shop.vendfict.example', 'help@shop.vendfict.example'],
      instagram: 'https://www.instagram.com/weaver_vendfict',
      facebook: 'https://www.facebook.com/weavervendfict',
    },
  ],
  [
    'pyktok',
    'tiktok-videos',
    {
      video_id: '7411111111111111811',
      video_timestamp: '2024-09-05T08:32:26',
      video_diggcount: '56',
      video_sharecount: '1',
      video_commentcount: '12',
      video_playcount: '399',
      video_description: 'Pyk vendfict',
      author_username: 'loom.vendfict',
      author_name: 'Loom',
    },
    {
      author: 'https://www.tiktok.com/@loom.vendfict',
      author_unique_id: 'loom.vendfict',
      video: 'https://www.tiktok.com/@loom.vendfict/video/7411111111111111811',
      like_count: 56,
      share_count: 1,
      comment_count: 12,
      play_count: 399,
      summary: 'Pyk vendfict',
      posted_at: '2024-09-05T08:32:26.000Z',
    },
  ],
  [
    'Apify, posts of Reddit',
    'reddit-posts',
    {
      id: 't3_vendf2',
      dataType: 'post',
      title: 'A vendfict post',
      body: 'Looms.',
      communityName: 'r/weaving',
      createdAt: '2024-10-29T04:23:32.000Z',
      username: 'loomfan',
      url: 'https://www.reddit.com/r/weaving/comments/vendf2/a_post/',
      numberOfComments: '2',
      upVotes: '3',
    },
    {
      title: 'A vendfict post',
      author: 'loomfan',
      subreddit_name: 'weaving',
      permalink: 'https://www.reddit.com/r/weaving/comments/vendf2/a_post/',
      comment_count: 2,
      posted_at: '2024-10-29T04:23:32.000Z',
    },
  ],
  [
    'Trustpilot, by a scraper',
    'reviews',
    {
      Title: 'Slow vendfict loom',
      Rating: 'Rated 1 out of 5 stars',
      Review: 'It was slow.',
      Date: '2024-03-05',
    },
    { review_title: 'Slow vendfict loom', rating: 1, text: 'It was slow.', published_on: '2024-03-05' },
  ],
];

it.each(files)('%s', (...file) => expectVendorFile(file));
