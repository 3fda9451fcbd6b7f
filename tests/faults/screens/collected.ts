/** The way into the collector, and one collected profile. */

import type { Page } from '@playwright/test';
import { aUser, collectedProfile } from '../spa/answers.ts';
import type { Answers } from '../spa/api-stub.ts';
import { button, isAt, type Screen, sentence } from '../spa/screen.ts';

/** A server that remembers who has been through it. */
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
