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
  it('are brought to one form, each once, in the order they came', () => {
    const typed = ['r/SaaS', 'https://old.reddit.com/r/saas/top?t=day', ' /r/Ask_Growers/ ', 'SAAS'];
    expect(readNames('reddit', typed)).toEqual([
      { key: 'saas', displayName: 'SaaS' },
      { key: 'ask_growers', displayName: 'Ask_Growers' },
    ]);
    expect(readNames('tiktok', ['@Mila.Draws', 'https://www.tiktok.com/@mila.draws/video/7', 'mila.draws'])).toEqual([
      { key: 'mila.draws', displayName: 'mila.draws' },
    ]);
  });

  it('are none where one of them is wrong, which is said with what would be right', () => {
    const refusal = refusalOf(() => readNames('reddit', ['saas', 'not a name']));
    expect(refusal.code).toBe('TRACKING.NAME_INVALID');
    expect(refusal.message).toBe(
      '"not a name" is not a subreddit name. Names have 2 to 21 letters, digits or underscores; r/name and URLs such as https://www.reddit.com/r/name are also accepted.',
    );
    expect(refusal.errors).toMatchObject([{ pointer: '/subreddit_names/1' }]);
    expect(refusalOf(() => readNames('tiktok', ['x'])).message).toMatch(/^"x" is not a TikTok user ID\. IDs have 2 to 24 /);
  });

  it.each(['r/all', 'Popular', 'https://www.reddit.com/r/all/new'])('are none where they mean many subreddits: %s', (typed) => {
    expect(readName('reddit', typed)).toBeNull();
  });

  it('are quoted no further than a person reads', () => {
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
  ])('are no way out of the path they become part of: %j', (text) => {
    const name = readName('reddit', text);
    expect(name?.displayName ?? 'none').toMatch(/^\w{2,21}$/);
  });
});
