/** The social dashboard as stories of tracked users find it: a server that keeps users, and no trends. */
import { me, type User } from '@leadloom/shared/contract/accounts';
import { getSources } from '@leadloom/shared/contract/sources';
import { searchTikTokUsers } from '@leadloom/shared/contract/tables';
import { listTopAuthors, listTrackedUsers, type TrackedUser, trackUsers, untrackUser } from '@leadloom/shared/contract/tiktok';
import { configure, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aHealth, type Networks, networks } from '../../../testing/sources.ts';
import { noTrendHandlers } from '../../../testing/trends.ts';
import { aUser } from '../../../testing/user.ts';

/** Loads the screen before the first story of a file: it and its frame take long to arrive on a busy machine. */
export async function loadTikTok(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await import('../tiktok/tiktok-tracking.tsx');
}

export function aTrackedUser(id: string, changes: Partial<TrackedUser> = {}): TrackedUser {
  return {
    unique_id: id,
    last_collected_at: '2098-03-01T09:00:00.000Z',
    follower_count: null,
    video_count: 0,
    health: aHealth(),
    ...changes,
  };
}

interface Served {
  readonly users?: readonly TrackedUser[];
  readonly user?: Partial<User>;
  readonly networks?: Partial<Networks>;
}

/** A server that keeps tracked users and remembers what it was asked. It suggests two for any text. */
export function serveTikTok({ users = [], user = {}, networks: changes = {} }: Served = {}) {
  const tracked: (readonly string[])[] = [];
  const untracked: string[] = [];
  const asked: string[] = [];
  const server = { users: [...users], tracked, untracked, asked };
  apiServer.use(
    ...noTrendHandlers,
    answer(me, () => aUser(user)),
    answer(getSources, () => networks(changes)),
    answer(listTopAuthors, () => ({
      data: ['loom.works', 'heddle'].map((id, index) => ({ unique_id: id, video_count: 14 - 13 * index })),
      total: 2,
    })),
    answer(listTrackedUsers, () => ({ data: server.users })),
    answer(trackUsers, ({ body: { unique_ids: ids } }) => {
      tracked.push(ids);
      server.users.push(...ids.map((id) => aTrackedUser(id, { last_collected_at: null, health: aHealth({ state: 'waiting' }) })));
      return { data: server.users };
    }),
    answer(untrackUser, ({ body: { unique_id: id } }) => {
      untracked.push(id);
      server.users = server.users.filter((one) => one.unique_id !== id);
      return undefined;
    }),
    answer(searchTikTokUsers, ({ url }) => {
      asked.push(url.searchParams.get('q') ?? '');
      return ['loom.works', 'shuttle'].map((id) => ({ id, name: id }));
    }),
  );
  return server;
}

export async function openTikTok() {
  signInForTest();
  const app = renderApp('/social-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Social Dashboard' });
  return app;
}

export const box = () => screen.getByRole('combobox', { name: 'Search TikTok User IDs to Track' });
export const trackButton = () => screen.getByRole('button', { name: 'Track Selected Users' });
export const chip = (name: string) => screen.queryByRole('button', { name });
export const tableRegion = () => screen.getByRole('region', { name: 'Currently Tracked TikTok Users' });

export const rowOf = async (id: string) => {
  const row = (await within(tableRegion()).findByText(id)).closest('tr');
  if (row === null) throw new Error(`${id} stands in no row`);
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
