/** The onboarding, and collected profiles: the list and one profile. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aUser, collectedProfile } from '../spa/answers.ts';
import type { Answers } from '../spa/api-stub.ts';
import { always, button, hasDownloaded, isAt, type Screen, sees, sentence } from '../spa/screen.ts';

/** A server that remembers the onboarding. */
function onboarding(): Answers {
  let isOnboarded = false;
  return {
    me: () => aUser({ linkedin_onboarded: isOnboarded }),
    completeOnboarding: () => {
      isOnboarded = true;
      return { msg: 'ok' };
    },
  };
}

const finish = {
  action: {
    prepare: async (page: Page) => {
      for (const check of ['Check Extension', 'Check Cookies']) {
        await page.getByRole('button', { name: check }).click();
        await page.getByRole('button', { name: 'Next' }).click();
      }
    },
    button: button('Finish'),
  },
  shows: sentence(),
  again: (page: Page) => page.getByRole('button', { name: 'Try again' }).click(),
  done: isAt(/^\/app\/linkedin\/collector$/),
} as const;

const person = { ...collectedProfile, id: '7', user_id: '7' };

/** A server that remembers the changes to its one person. */
function onePerson(): Answers {
  let people = [person];
  return {
    listProfiles: () => ({ data: people, total: people.length, page: 1, per_page: 10, countries: [], tags: [] }),
    tagProfiles: () => {
      people = people.map((kept) => ({ ...kept, tags: ['Oslo fair'] }));
      return { people: 1, changed: 1, tagged: 1, addition: randomUUID() };
    },
    deleteProfiles: () => {
      people = [];
      return { deleted: 1 };
    },
    exportProfiles: () => 'full_name\r\n',
    exportExperiences: () => 'title\r\n',
  };
}

const select = (page: Page) => page.getByRole('checkbox', { name: `Select ${person.full_name}` }).check();
const NO_FILE = 'The file could not be created. Please try again.';

export const collectedScreens: readonly Screen[] = [
  {
    name: 'onboarding',
    path: '/app/linkedin/onboarding',
    visitor: 'member',
    answers: onboarding,
    ready: 'How to install it',
    calls: [
      { row: 'me', shows: sentence() },
      { ...finish, row: 'completeOnboarding' },
      { ...finish, row: 'me', note: 'after finishing', isAfterwards: true, repeats: 2 },
    ],
  },
  {
    name: 'collected people',
    path: '/app/linkedin/people',
    visitor: 'member',
    answers: onePerson,
    ready: person.headline ?? '',
    calls: [
      { row: 'listProfiles', shows: sentence() },
      {
        row: 'deleteProfiles',
        action: {
          prepare: async (page) => {
            await select(page);
            await page.getByRole('button', { name: 'Delete…' }).click();
          },
          button: button('Delete'),
        },
        shows: sentence(),
        done: sees('1 person was deleted.'),
      },
      {
        row: 'exportProfiles',
        action: { button: button('Export profiles') },
        shows: always(NO_FILE),
        done: hasDownloaded('linkedin_users_export.csv'),
        logs: ['Export profiles: the file could not be created.'],
      },
      {
        row: 'exportExperiences',
        action: { button: button('Export experiences') },
        shows: always(NO_FILE),
        done: hasDownloaded('linkedin_experiences_export.csv'),
        logs: ['Export experiences: the file could not be created.'],
      },
    ],
  },
  {
    name: 'detailed profile',
    path: '/app/linkedin/users/u1',
    visitor: 'member',
    ready: collectedProfile.headline ?? '',
    calls: [
      { row: 'me', shows: sentence() },
      { row: 'getProfile', shows: sentence() },
    ],
  },
];
