/** The screen of subreddits as its stories find it, and a server that keeps them. */
import { me, type User } from '@leadloom/shared/contract/accounts';
import {
  listTrackedSubreddits,
  suggestSubreddits,
  type TrackedSubreddit,
  trackSubreddits,
  untrackSubreddit,
} from '@leadloom/shared/contract/reddit';
import { getSources } from '@leadloom/shared/contract/sources';
import { configure, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aHealth, type Networks, networks } from '../../../testing/sources.ts';
import { aUser } from '../../../testing/user.ts';

/** Loads the screen before the first story of a file: it and its frame take long to arrive on a busy machine. */
export async function loadSubreddits(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await import('../subreddits/subreddit-tracking.tsx');
}

export function aSubreddit(name: string, changes: Partial<TrackedSubreddit> = {}): TrackedSubreddit {
  return {
    subreddit_name: name,
    spellings: [name],
    last_collected_at: '2098-03-01T09:00:00.000Z',
    post_count: 0,
    health: aHealth(),
    ...changes,
  };
}

export const manySubreddits = (count: number) =>
  Array.from({ length: count }, (_, index) => aSubreddit(`loom_${String(index + 1).padStart(2, '0')}`));

interface Served {
  readonly subreddits?: readonly TrackedSubreddit[];
  readonly user?: Partial<User>;
  readonly networks?: Partial<Networks>;
}

/** A server that keeps subreddits and remembers what it was asked. It suggests three for any text. */
export function serveSubreddits({ subreddits = [], user = {}, networks: changes = {} }: Served = {}) {
  const tracked: (readonly string[])[] = [];
  const untracked: string[] = [];
  const asked: string[] = [];
  const server = { subreddits: [...subreddits], lists: 0, tracked, untracked, asked };
  apiServer.use(
    answer(me, () => aUser(user)),
    answer(getSources, () => networks(changes)),
    answer(listTrackedSubreddits, () => {
      server.lists += 1;
      return { data: server.subreddits };
    }),
    answer(trackSubreddits, ({ body: { subreddit_names: names } }) => {
      tracked.push(names);
      const fresh = names.map((name) => aSubreddit(name, { last_collected_at: null, health: aHealth({ state: 'waiting' }) }));
      server.subreddits.push(...fresh);
      return { data: server.subreddits };
    }),
    answer(untrackSubreddit, ({ body: { subreddit_name: name } }) => {
      untracked.push(name);
      server.subreddits = server.subreddits.filter((one) => one.subreddit_name !== name);
      return undefined;
    }),
    answer(suggestSubreddits, ({ url }) => {
      asked.push(url.searchParams.get('q') ?? '');
      return [
        { id: 'weaving', name: 'weaving', subscribers: 1_250_000 },
        { id: 'Weft', name: 'Weft', subscribers: null },
        { id: 'loom_01', name: 'loom_01', subscribers: 412 },
      ];
    }),
  );
  return server;
}

export async function openSubreddits() {
  signInForTest();
  const app = renderApp('/social');
  await screen.findByRole('heading', { level: 1, name: /^Reddit Subreddit Tracking/ });
  return app;
}

export const box = () => screen.getByRole('combobox', { name: 'Search Reddit Subreddits to Track' });
export const trackButton = () => screen.getByRole('button', { name: 'Track Subreddits' });
export const table = () => within(screen.getByRole('region', { name: 'Tracked subreddits' }));
export const heading = (count: number) =>
  screen.findByRole('heading', { level: 1, name: `Reddit Subreddit Tracking (${count}/20)` });

/** The chip of a name that is chosen. */
export const chip = (name: string) => screen.queryByRole('button', { name });

export const rowOf = async (name: string) => {
  const row = (await table().findByText(name)).closest('tr');
  if (row === null) throw new Error(`${name} stands in no row`);
  return within(row);
};

/** Puts a text into the field at once; a key at a time takes long on a busy machine. */
export async function put(person: UserEvent, text: string): Promise<void> {
  await person.click(box());
  await person.paste(text);
}

/** Puts texts into the field, one after another, each followed by Enter. */
export async function enter(person: UserEvent, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await put(person, text);
    await person.keyboard('{Enter}');
  }
}
