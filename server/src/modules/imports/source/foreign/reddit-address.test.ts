import { describe, expect, it } from 'vitest';
import { postAddress, readPostAddress } from './reddit-address.ts';

const SITE = 'https://www.reddit.com';
const address = `${SITE}/r/kettles/comments/1abcd/which_one/`;

describe('the address of a post', () => {
  it.each([
    [address, address, '1abcd', 'kettles'],
    ['/r/kettles/comments/1abcd/which_one/', address, '1abcd', 'kettles'],
    ['r/kettles/comments/1ABCD', `${SITE}/r/kettles/comments/1ABCD`, '1abcd', 'kettles'],
    [
      'https://old.reddit.com/r/kettles/comments/1abcd/?a=b',
      'https://old.reddit.com/r/kettles/comments/1abcd/?a=b',
      '1abcd',
      'kettles',
    ],
    ['reddit.com/user/mila/comments/1abcd/x/', 'reddit.com/user/mila/comments/1abcd/x/', '1abcd', 'u_mila'],
    ['https://redd.it/1abcd', `${SITE}/comments/1abcd/`, '1abcd', null],
    ['https://www.reddit.com/gallery/1abcd', `${SITE}/comments/1abcd/`, '1abcd', null],
    ['https://www.reddit.com/comments/1abcd', `${SITE}/comments/1abcd/`, '1abcd', null],
  ])('%s is the address of a post', (text, whole, id, subreddit) =>
    expect(readPostAddress(text)).toEqual({ address: whole, id, subreddit }),
  );

  it.each([
    'https://i.imgur.com/r/kettles/comments/1abcd/x.jpg',
    'https://i.redd.it/1abcd.jpg',
    'https://v.redd.it/1abcd',
    'https://www.reddit.com/r/kettles/',
    'https://www.reddit.com/r/kettles/comments/1abcd/which_one/kx1y2z3/',
    'https://www.reddit.com.evil.example/r/kettles/comments/1abcd/',
    'https://notreddit.com/r/kettles/comments/1abcd/',
    '/comments/1abcd',
    'self',
    '',
    null,
    17,
  ])('%s is not the address of a post', (text) => expect(readPostAddress(text)).toBeNull());

  const found = (clues: Partial<Parameters<typeof postAddress>[0]>) =>
    postAddress({ addresses: [], id: null, hasRedditIds: false, subreddit: null, ...clues })?.address ?? null;
  const picture = 'https://i.imgur.com/a.jpg';

  it('the address that fits the id is chosen, and else made of id and subreddit', () => {
    expect(found({ addresses: [picture, address], id: '1abcd' })).toBe(address);
    expect(found({ addresses: [picture], id: '1abcd', subreddit: 'r/kettles' })).toBe(`${SITE}/r/kettles/comments/1abcd/`);
    expect(found({ addresses: [picture], id: 't3_1abcd', subreddit: 'no name!' })).toBe(`${SITE}/comments/1abcd/`);
    expect(found({ addresses: ['https://redd.it/1abcd'], subreddit: 'kettles' })).toBe(`${SITE}/r/kettles/comments/1abcd/`);
    expect(found({ addresses: [picture] })).toBeNull();
  });

  it('an address of another post is not that of this one, where the ids are Reddit’s', () => {
    const clues = { addresses: [address], subreddit: 'teapots' };
    expect(found({ ...clues, id: '2zzzz', hasRedditIds: true })).toBe(`${SITE}/r/teapots/comments/2zzzz/`);
    expect(found({ ...clues, id: 't3_2zzzz' })).toBe(`${SITE}/r/teapots/comments/2zzzz/`);
    expect(found({ ...clues, id: '2zzzz' })).toBe(address);
  });

  it('numbers of rows are no ids of posts', () => {
    for (const id of ['17', 17, '123456', 'row-17', 'a1', '6f2c9d8e-1'])
      expect(found({ addresses: [picture], id, subreddit: 'kettles' })).toBeNull();
    expect(found({ id: '123456', hasRedditIds: true, subreddit: 'kettles' })).toBe(`${SITE}/r/kettles/comments/123456/`);
  });
});
