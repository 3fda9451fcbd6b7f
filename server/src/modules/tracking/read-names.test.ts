import { describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import { readName, readNames } from './read-names.ts';

function refusalOf(read: () => unknown): AppError {
  try {
    read();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was refused');
}

describe('names people typed', () => {
  it('typed names are normalised, each once, in the given order', () => {
    const typed = ['r/SaaS', 'https://old.reddit.com/r/saas/top?t=day', ' /r/Ask_Growers/ ', 'SAAS'];
    expect(readNames('reddit', typed)).toEqual([
      { key: 'saas', displayName: 'SaaS' },
      { key: 'ask_growers', displayName: 'Ask_Growers' },
    ]);
    expect(readNames('tiktok', ['@Mila.Draws', 'https://www.tiktok.com/@mila.draws/video/7', 'mila.draws'])).toEqual([
      { key: 'mila.draws', displayName: 'mila.draws' },
    ]);
  });

  it('one invalid name refuses the whole list, with a message that says what is valid', () => {
    const refusal = refusalOf(() => readNames('reddit', ['saas', 'not a name']));
    expect(refusal.code).toBe('TRACKING.NAME_INVALID');
    expect(refusal.message).toBe(
      '"not a name" is not a subreddit name. Names have 2 to 21 letters, digits or underscores; r/name and URLs such as https://www.reddit.com/r/name are also accepted.',
    );
    expect(refusal.errors).toMatchObject([{ pointer: '/subreddit_names/1' }]);
    expect(refusalOf(() => readNames('tiktok', ['x'])).message).toMatch(/^"x" is not a TikTok user ID\. IDs have 2 to 24 /);
  });

  it.each(['r/all', 'Popular', 'https://www.reddit.com/r/all/new'])(
    'a name that stands for many subreddits is refused: %s',
    (typed) => {
      expect(readName('reddit', typed)).toBeNull();
    },
  );

  it('a long invalid name is quoted only in part', () => {
    const { message } = refusalOf(() => readNames('reddit', ['🫖'.repeat(900)]));
    expect(message).toContain(`"${'🫖'.repeat(60)}…"`);
    expect(message).not.toContain('🫖'.repeat(61));
  });

  it.each([
    '../x',
    'a/../../b',
    'u/person',
    'u_person',
    'r/',
    '',
    'name?x=1#y',
    '%2e%2e',
    'a\nb',
    'https://reddit.example/r/saas',
  ])('a name cannot leave the URL path it becomes part of: %j', (text) => {
    const name = readName('reddit', text);
    expect(name?.displayName ?? 'none').toMatch(/^\w{2,21}$/);
  });
});
