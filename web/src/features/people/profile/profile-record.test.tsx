import { me } from '@leadloom/shared/contract/accounts';
import { type CollectedProfile, getProfile, getProfileHistory, listProfiles } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { deleteProfiles, setRecollections, tagProfiles } from '@leadloom/shared/contract/people-changes';
import { listProfileRelated } from '@leadloom/shared/contract/profile-related';
import { getRecollection } from '@leadloom/shared/contract/recollections';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { signInToWorkspace } from '../../../testing/shared-workspace.ts';
import { aUser } from '../../../testing/user.ts';

const profile: CollectedProfile = {
  user_id: '7',
  profile_id: 'ACoAA1',
  profile_url: 'https://www.linkedin.com/in/maren-holt',
  full_name: 'Maren Holt',
  photo_url: null,
  headline: 'Keeps shelves full',
  title: null,
  description: null,
  location: null,
  country: null,
  company_url: null,
  company_name: null,
  email: null,
  connection_count: null,
  follower_count: null,
  experiences: [],
  educations: [],
  sections: { profile: 'complete', experience: 'truncated', contact: 'missing', about: 'unparsed' },
  missing_experiences: 3,
  phones: ['+47 555 01 020', '+47 555 01 021'],
  websites: ['https://www.holt.example/about', 'javascript:alert(1)'],
  tags: ['Freight'],
  parser_version: 4,
  collected_at: '2026-10-01T10:00:00.000Z',
  last_collected_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-10-02T10:00:00.000Z',
};

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function serve(change: Partial<CollectedProfile> = {}): { readonly tags: () => readonly string[] } {
  let kept = { ...profile, ...change };
  apiServer.use(
    answer(getProfile, () => ({ profile: kept })),
    answer(tagProfiles, ({ body: { add, remove } }) => {
      kept = { ...kept, tags: [...kept.tags, ...add].filter((tag) => !remove.includes(tag)).sort() };
      return { people: 1, changed: 1, tagged: 1, addition: crypto.randomUUID() };
    }),
    answer(listProfiles, () => ({
      data: [],
      total: 0,
      page: 1,
      per_page: 1,
      countries: [],
      tags: [{ name: 'Oslo fair', count: 2 }],
    })),
  );
  return { tags: () => kept.tags };
}

async function open() {
  const app = renderApp('/linkedin/users/7');
  await screen.findByText('Keeps shelves full');
  return app;
}

// Loading the screen takes long on a busy machine.
beforeAll(async () => {
  configure({ asyncUtilTimeout: 20_000 });
  await import('./detailed-profile.tsx');
});

beforeEach(() => {
  signInForTest();
  apiServer.use(
    answer(me, () => aUser({ linkedin_onboarded: true })),
    answer(listProfileRelated, () => ({ data: [] })),
  );
});

describe('what is kept of a profile', () => {
  test('a profile shows phones, websites, every section in plain words, its time of collection and its parser', async () => {
    serve();
    await open();
    for (const phone of profile.phones) expect(screen.getByText(phone)).toBeVisible();
    expect(screen.getByRole('link', { name: 'holt.example/about' })).toHaveAttribute('href', 'https://www.holt.example/about');
    expect(screen.queryByRole('link', { name: /alert/ })).toBeNull();
    expect(screen.getByText('Incomplete: LinkedIn lists 3 more')).toBeVisible();
    expect(screen.getByText('Missing: LinkedIn sent none; there may be none')).toBeVisible();
    expect(screen.getByText('Unreadable: LinkedIn sent it in an unknown format')).toBeVisible();
    const record = screen.getByRole('region', { name: 'Tags and record' });
    expect(record).toHaveTextContent(`Last collected ${moment.format(new Date(profile.last_collected_at))}.`);
    expect(record).toHaveTextContent(`First collected ${moment.format(new Date(profile.collected_at))}.`);
    expect(record).toHaveTextContent(`Last changed ${moment.format(new Date(profile.updated_at))}.`);
    expect(record).toHaveTextContent('Read by parser version 4.');
    expect(screen.getByRole('link', { name: 'All collected people' })).toHaveAttribute('href', '/linkedin/people');
  });

  test('the tags of a profile are changed in place, with known ones suggested', async () => {
    const server = serve();
    const { person } = await open();
    const field = screen.getByRole('combobox', { name: 'Tags' });
    await person.click(field);
    await person.click(await screen.findByRole('option', { name: 'Oslo fair' }));
    await waitFor(() => expect(server.tags()).toEqual(['Freight', 'Oslo fair']));
    await person.type(field, 'Called back{Enter}');
    await waitFor(() => expect(server.tags()).toEqual(['Called back', 'Freight', 'Oslo fair']));
    await person.type(field, '{Backspace}');
    await waitFor(() => expect(server.tags()).toEqual(['Called back', 'Freight']));
    expect(screen.getByText('Called back')).toBeVisible();
  });

  test('a person is chosen to be collected again, and the screen says when', async () => {
    serve();
    let kept: EndpointResult<typeof getRecollection> = { every: null, due_at: null };
    apiServer.use(
      answer(getRecollection, () => kept),
      answer(setRecollections, ({ body: { ids, every } }) => {
        expect(ids).toEqual(['7']);
        kept = { every, due_at: '2098-04-01T10:00:00.000Z' };
        return { changed: 1, total: 1 };
      }),
    );
    const { person } = await open();
    const field = await screen.findByLabelText('Collect again');
    await waitFor(() => expect(field).toHaveValue(''));
    await person.selectOptions(field, 'Every month');
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date('2098-04-01T10:00:00.000Z'));
    expect(await screen.findByText(`Due on ${day}. The collector proposes people who are due.`)).toBeVisible();
    expect(field).toHaveValue('monthly');
  });

  test('a tag that the server refuses is removed again, and the reason is shown', async () => {
    serve();
    apiServer.use(
      answer(tagProfiles, () => {
        throw refuse('TAGS.LIMIT_REACHED', 'No more tags.');
      }),
    );
    const { person } = await open();
    await person.type(screen.getByRole('combobox', { name: 'Tags' }), 'Later{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The tags could not be changed. No more tags.');
    await waitFor(() => expect(screen.queryByText('Later')).toBeNull());
    expect(screen.getByText('Freight')).toBeVisible();
  });

  test('a profile is deleted only after a confirmation, and then the list is shown', async () => {
    serve();
    const deleted: (readonly string[])[] = [];
    apiServer.use(
      answer(deleteProfiles, ({ body: { ids } }) => {
        deleted.push(ids ?? []);
        return { deleted: 1 };
      }),
    );
    const { person, location } = await open();
    await person.click(screen.getByRole('button', { name: 'Delete this profile…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Delete\s+Maren Holt\s*\?$/ }));
    expect(deleted).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The profile was deleted.')).toBeVisible();
    expect(deleted).toEqual([['7']]);
    await waitFor(() => expect(location()).toBe('/linkedin/people'));
  });
});

describe('a profile of a shared workspace', () => {
  test('a viewer reads tags and when somebody is collected again, and why neither can be changed', async () => {
    signInToWorkspace({ role: 'viewer' }, { linkedin_onboarded: true });
    serve();
    apiServer.use(answer(getRecollection, () => ({ every: 'monthly' as const, due_at: '2098-04-01T10:00:00.000Z' })));
    const { person } = await open();
    const field = await screen.findByLabelText('Collect again');
    await waitFor(() => expect(field).toHaveValue('monthly'));
    expect(field).toBeDisabled();
    expect(field).toHaveAccessibleDescription(/You do not have the right “collect” in this workspace/);
    expect(within(screen.getByRole('list', { name: 'Tags' })).getByText('Freight')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Tags' })).toBeNull();
    await person.hover(screen.getByRole('button', { name: 'Delete this profile…' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('This needs the role “member”');
  });
});

describe('the history of a profile', () => {
  const entries = [
    {
      changed_at: '2026-10-01T10:00:00.000Z',
      cause: 'collected' as const,
      changes: [
        { field: 'headline', before: 'Planner', after: '<b>Keeps shelves full</b>' },
        { field: 'experiences', before: 1, after: 2 },
        { field: 'photo_url', before: null, after: 'https://media.licdn.com/x' },
        { field: 'description', before: 'x'.repeat(1000), after: null },
      ],
    },
    {
      changed_at: '2026-09-01T10:00:00.000Z',
      cause: 'reparse' as const,
      changes: [{ field: 'follower_count', before: 999, after: 12_000 }],
    },
  ];

  test('the history is loaded when it is opened, and shows values before and after', async () => {
    serve();
    let asked = 0;
    apiServer.use(
      answer(getProfileHistory, () => {
        asked += 1;
        return { data: entries };
      }),
    );
    const { person } = await open();
    const button = screen.getByRole('button', { name: 'History' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(asked).toBe(0);
    button.focus();
    await person.keyboard('{Enter}');
    const history = within(screen.getByRole('region', { name: 'History' }));
    const [first, second] = await history.findAllByRole('listitem');
    expect(first).toHaveTextContent(moment.format(new Date('2026-10-01T10:00:00.000Z')));
    expect(first).toHaveTextContent('Collected again');
    expect(first).toHaveTextContent('HeadlinePlanner → <b>Keeps shelves full</b>');
    expect(first).toHaveTextContent('Experiences1 → 2');
    expect(first).toHaveTextContent('PhotoA photo was added');
    expect(first).toHaveTextContent(/Descriptionx{240}… → nothing/);
    expect(second).toHaveTextContent('LinkedIn’s answers were read again by a newer parser');
    expect(second).toHaveTextContent(`Followers999 → ${new Intl.NumberFormat().format(12_000)}`);
    await person.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  test('the history says if nothing has changed', async () => {
    serve();
    apiServer.use(answer(getProfileHistory, () => ({ data: [] })));
    const { person } = await open();
    await person.click(screen.getByRole('button', { name: 'History' }));
    expect(await screen.findByText('Nothing has changed since the profile was first collected.')).toBeVisible();
  });

  test('a failed load of the history can be retried', async () => {
    serve();
    let isBroken = true;
    apiServer.use(
      answer(getProfileHistory, () => {
        if (isBroken) throw refuse('RATE.LIMITED');
        return { data: entries };
      }),
    );
    const { person } = await open();
    await person.click(screen.getByRole('button', { name: 'History' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Collected again')).toBeVisible();
  });
});
