import { me } from '@leadloom/shared/contract/accounts';
import { type CollectedProfile, getProfile } from '@leadloom/shared/contract/collected-profiles';
import { listProfileRelated } from '@leadloom/shared/contract/profile-related';
import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';

const position: CollectedProfile['experiences'][number] = {
  title: 'Head of Supply Chain',
  description: 'Moves things\nfrom there to here',
  company_url: 'https://www.linkedin.com/company/nordlys',
  company_name: 'Nordlys',
  category: 'Full-time',
  location: 'Bergen',
  started_at: '2021-03-01',
  started_precision: 'month',
  ended_at: null,
  ended_precision: null,
  is_current: true,
};

const profile: CollectedProfile = {
  user_id: '7',
  profile_id: 'ACoAA1',
  profile_url: 'https://www.linkedin.com/in/maren-holt',
  full_name: 'Maren Holt',
  photo_url: 'https://media.licdn.com/dms/image/maren.jpg',
  headline: 'Keeps shelves full',
  title: null,
  description: 'Twenty years of freight.',
  location: 'Bergen, Vestland',
  country: 'Norway',
  company_url: 'https://www.linkedin.com/company/nordlys',
  company_name: 'Nordlys',
  email: 'maren.holt@example.com',
  connection_count: 812,
  follower_count: 1874,
  experiences: [
    position,
    {
      ...position,
      title: 'Planner',
      company_url: null,
      company_name: 'Fjordfrakt',
      is_current: false,
      started_at: '2015-01-01',
      started_precision: 'year',
    },
  ],
  educations: [
    {
      school_name: 'Nordhavn School of Trade',
      school_url: null,
      degree: 'Master',
      field: 'Logistics',
      started_at: '2010-01-01',
      ended_at: '2012-01-01',
    },
  ],
  sections: { experience: 'complete', about: 'complete', education: 'truncated' },
  missing_experiences: null,
  phones: [],
  websites: [],
  tags: [],
  parser_version: 1,
  collected_at: '2026-10-01T10:00:00.000Z',
  last_collected_at: '2026-10-01T10:00:00.000Z',
  updated_at: '2026-10-01T10:00:00.000Z',
};

function serve(change: Partial<CollectedProfile> = {}): void {
  apiServer.use(answer(getProfile, ({ params }) => ({ profile: { ...profile, ...change, user_id: String(params.user_id) } })));
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

test('a collected profile is shown in full: person, company, counts, experiences with dates as precise as known', async () => {
  const account = Promise.withResolvers<void>();
  const lookup = Promise.withResolvers<void>();
  apiServer.use(
    answer(me, async () => {
      await account.promise;
      return aUser({ linkedin_onboarded: true });
    }),
    answer(getProfile, async () => {
      await lookup.promise;
      return { profile };
    }),
  );
  renderApp('/linkedin/users/7');
  await screen.findByText('Loading...');
  account.resolve();
  await screen.findByText('Checking profile...');
  lookup.resolve();
  await screen.findByText('Keeps shelves full');
  expect(screen.getByText('Detailed Profile')).toBeTruthy();
  expect(screen.getByText('Experiences')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Maren Holt' }).getAttribute('src')).toBe(profile.photo_url);
  for (const text of [
    'Twenty years of freight.',
    'Norway',
    '812',
    new Intl.NumberFormat().format(1874),
    'maren.holt@example.com',
  ])
    expect(screen.getByText(text)).toBeTruthy();

  const first = within(screen.getByText('Head of Supply Chain').closest('li') ?? document.body);
  expect(first.getByRole('link', { name: 'Nordlys' }).getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(first.getByText('Full-time')).toBeTruthy();
  const march = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(new Date(2021, 2, 1));
  expect(first.getByText(march)).toBeTruthy();
  expect(first.getByText('Unspecified')).toBeTruthy();

  const second = within(screen.getByText('Planner').closest('li') ?? document.body);
  expect(second.getByText('2015')).toBeTruthy();
  expect(second.queryByRole('link')).toBeNull();

  expect(screen.getByText('2010 – 2012')).toBeTruthy();
  expect(screen.getByText('LinkedIn sent only a part of this list.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the collector' })).toBeTruthy();
});

test('email addresses and phone numbers are links where they are harmless', async () => {
  serve({ phones: ['+47 555 01 234', 'ask at the desk'] });
  renderApp('/linkedin/users/7');
  expect(await screen.findByRole('link', { name: 'maren.holt@example.com' })).toHaveAttribute(
    'href',
    'mailto:maren.holt@example.com',
  );
  expect(screen.getByRole('link', { name: '+47 555 01 234' })).toHaveAttribute('href', 'tel:+4755501234');
  expect(screen.getByText('ask at the desk').closest('a')).toBeNull();
});

test('a profile that the server does not know is not found', async () => {
  apiServer.use(
    answer(getProfile, () => {
      throw refuse('PROFILE.NOT_FOUND');
    }),
  );
  renderApp('/linkedin/users/404');
  await screen.findByText('Profile not found');
});

test('any other failure is shown and can be retried', async () => {
  apiServer.use(
    answer(getProfile, () => {
      throw refuse('RATE.LIMITED');
    }),
  );
  const { person } = renderApp('/linkedin/users/7');
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  serve();
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Keeps shelves full');
});

test('a photo that is missing or does not load is replaced by the initials', async () => {
  serve();
  renderApp('/linkedin/users/7');
  const photo = await screen.findByRole('img', { name: 'Maren Holt' });
  fireEvent.error(photo);
  await screen.findByText('MH');
});

test.each(['https://media.example.com/x.jpg', 'https://media.licdn.com.example/x.jpg', '//media.licdn.com/x.jpg'])(
  'a photo from another host is not requested: %s',
  async (photo) => {
    serve({ photo_url: photo });
    renderApp('/linkedin/users/7');
    await screen.findByText('MH');
    expect(document.querySelector('img')).toBeNull();
  },
);

test('texts and addresses of strangers are harmless', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  serve({
    full_name: hostile,
    headline: hostile,
    description: '<script>alert(1)</script>',
    company_url: 'javascript:alert(1)',
    email: 'javascript:alert(1)@mill.example',
    phones: ['javascript:alert(1)'],
    company_name: 'Evil & Sons',
    photo_url: 'data:text/html,<script>alert(1)</script>',
    experiences: [{ ...position, title: hostile, company_url: 'data:text/html,x' }],
  });
  renderApp('/linkedin/users/7');
  await screen.findAllByText(hostile);
  expect(screen.getByText('<script>alert(1)</script>')).toBeTruthy();
  expect(document.querySelector('img, script')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Evil & Sons' })).toBeNull();
  const schemes = screen
    .getAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'https://app.example').protocol);
  expect(new Set(schemes)).toEqual(new Set(['https:']));
});

test('the job title stands first among the facts, and the mark for nothing where it is not known', async () => {
  serve({ title: 'Head of Supply Chain' });
  renderApp('/linkedin/users/7');
  const fact = async () => (await screen.findByText('Title', { selector: 'dt' })).closest('dl')?.firstElementChild;
  expect(await fact()).toHaveTextContent('TitleHead of Supply Chain');
  cleanup();
  serve({ title: null });
  renderApp('/linkedin/users/8');
  expect(await fact()).toHaveTextContent(`Title${NO_VALUE}`);
});

test('the company and the rows of the same person lead to their records', async () => {
  serve();
  const company = { id: 12, changed_in: 1, name: 'Nordlys', website: 'https://nordlys.example', country: 'Norway' };
  const query = { search_query: ['https://www.linkedin.com/company/nordlys'] };
  apiServer.use(
    answer(listProfileRelated, () => ({
      data: [
        { table: 'companies' as const, title: 'Company', total: 1, query, rows: [company] },
        {
          table: 'people' as const,
          title: 'The same person in People',
          total: 1,
          query: null,
          rows: [{ id: 5, name: 'M. Holt' }],
        },
      ],
    })),
  );
  renderApp('/linkedin/users/7');
  const rows = within(await screen.findByRole('region', { name: 'In your tables' }));
  expect(rows.getByRole('link', { name: 'Nordlys' })).toHaveAttribute('href', '/table/companies/12');
  expect(rows.getByRole('link', { name: 'M. Holt' })).toHaveAttribute('href', '/table/people/5');
  expect(rows.getByRole('link', { name: 'Open in Companies' }).getAttribute('href')).toContain('search_query=');
});

test('without a subscription, the page shows no rows of tables and no failure', async () => {
  serve();
  const isAsked = Promise.withResolvers<void>();
  apiServer.use(
    answer(listProfileRelated, () => {
      isAsked.resolve();
      throw refuse('AUTH.SUBSCRIPTION_REQUIRED');
    }),
  );
  renderApp('/linkedin/users/7');
  await isAsked.promise;
  await screen.findByRole('region', { name: 'Tags and record' });
  expect(screen.queryByRole('region', { name: 'In your tables' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
