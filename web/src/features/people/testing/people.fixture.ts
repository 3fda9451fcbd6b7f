/** The screen of collected people as its tests need it, and a server that stores people. */
import { me } from '@leadloom/shared/contract/accounts';
import { listProfiles, type ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { deleteProfiles, tagProfiles, untagProfiles } from '@leadloom/shared/contract/people-changes';
import { configure, screen, within } from '@testing-library/react';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

/** Call before the first test of a file: loading the screen takes long on a busy machine. */
export async function loadPeopleScreen(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await import('../list/collected-people.tsx');
}

export function aPerson(id: number, changes: Partial<ProfileListItem> = {}): ProfileListItem {
  return {
    id: String(id),
    user_id: String(id),
    profile_id: `ACoAA${id}`,
    profile_url: `https://www.linkedin.com/in/person-${id}`,
    full_name: `Person ${id}`,
    photo_url: null,
    headline: `Headline ${id}`,
    title: null,
    location: 'Bergen, Vestland',
    country: 'Norway',
    company_url: 'https://www.linkedin.com/company/nordlys',
    company_name: 'Nordlys',
    email: `person${id}@example.com`,
    connection_count: 500,
    follower_count: 1000,
    sections: { profile: 'complete', experience: 'complete' },
    tags: [],
    collected_at: '2026-03-01T09:00:00.000Z',
    last_collected_at: '2026-03-01T09:00:00.000Z',
    updated_at: '2026-03-05T09:00:00.000Z',
    ...changes,
  };
}

/** A server that stores and pages people and records its requests. It does not filter. */
export function servePeople(...first: readonly ProfileListItem[]) {
  const lists: URL[] = [];
  const deleted: (readonly string[])[] = [];
  /** The additions by their id: the tags that a call added, and those that the people had before. */
  const additions = new Map<string, { add: readonly string[]; before: ReadonlyMap<string, readonly string[]> }>();
  const server = { people: [...first], lists, deleted };
  /** It does not filter: everybody matches. */
  const chosen = (ids: readonly string[] | undefined) => ids ?? server.people.map(({ id }) => id);
  apiServer.use(
    answer(me, () => aUser()),
    answer(listProfiles, ({ url }) => {
      // Requests that only count are left out.
      if (url.searchParams.get('per_page') !== '1') lists.push(url);
      const page = Number(url.searchParams.get('page') ?? 1);
      const perPage = Number(url.searchParams.get('per_page'));
      const tags = [...new Set(server.people.flatMap((person) => person.tags))].sort();
      return {
        data: server.people.slice((page - 1) * perPage, page * perPage),
        total: server.people.length,
        page,
        per_page: perPage,
        countries: ['Norway', 'Sweden'],
        tags: tags.map((name) => ({ name, count: server.people.filter((person) => person.tags.includes(name)).length })),
      };
    }),
    answer(tagProfiles, ({ body: { ids: named, add, remove } }) => {
      const ids = chosen(named);
      const untagged = server.people.filter(({ id, tags }) => ids.includes(id) && add.some((tag) => !tags.includes(tag)));
      const before = new Map(untagged.map(({ id, tags }) => [id, tags]));
      const addition = crypto.randomUUID();
      additions.set(addition, { add, before });
      server.people = server.people.map((person) =>
        ids.includes(person.id)
          ? { ...person, tags: [...new Set([...person.tags, ...add])].filter((tag) => !remove.includes(tag)).sort() }
          : person,
      );
      return { people: ids.length, changed: ids.length, tagged: untagged.length, addition };
    }),
    answer(untagProfiles, ({ body: { addition } }) => {
      const { add, before } = additions.get(addition) ?? { add: [], before: new Map<string, readonly string[]>() };
      const isAdded = (id: string, tag: string) => add.includes(tag) && before.get(id)?.includes(tag) === false;
      server.people = server.people.map((person) => ({
        ...person,
        tags: person.tags.filter((tag) => !isAdded(person.id, tag)),
      }));
      return { people: before.size };
    }),
    answer(deleteProfiles, ({ body: { ids: named } }) => {
      const ids = chosen(named);
      deleted.push(ids);
      server.people = server.people.filter(({ id }) => !ids.includes(id));
      return { deleted: ids.length };
    }),
  );
  return server;
}

export function people(count: number): readonly ProfileListItem[] {
  return Array.from({ length: count }, (_, index) => aPerson(index + 1));
}

export async function openPeople(search = '') {
  signInForTest();
  const app = renderApp(`/linkedin/people${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Collected people' });
  return app;
}

export const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  if (row === null) throw new Error(`${name} stands in no row`);
  return within(row);
};

/** The filters of a list request, without paging and order. */
export function filtersIn(url: URL | undefined): Readonly<Record<string, string>> {
  const paging = ['page', 'per_page', 'sort', 'order'];
  return Object.fromEntries([...(url?.searchParams ?? [])].filter(([key]) => !paging.includes(key)));
}

export const select = async (person: Awaited<ReturnType<typeof openPeople>>['person'], ...names: readonly string[]) => {
  for (const name of names) await person.click((await rowOf(name)).getByRole('checkbox'));
};
