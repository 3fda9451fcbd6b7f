import type { Page } from '@playwright/test';
import { button, type Screen, sees, sentence } from '../spa/screen.ts';

const save = {
  action: {
    prepare: (page: Page) => page.getByLabel('Company Name').fill('Holt Looms'),
    button: button('Submit'),
  },
  done: sees('Profile info updated correctly.'),
} as const;

export const profileScreens: readonly Screen[] = [
  {
    name: 'profile',
    path: '/app/profile',
    visitor: 'member',
    answers: () => ({ updateProfile: () => ({ msg: 'ok' }) }),
    ready: 'Person Name',
    calls: [
      { row: 'me', shows: sentence() },
      { ...save, row: 'updateProfile', shows: sentence() },
      // The saved profile is shown, whether or not it can be read again.
      { ...save, row: 'me', note: 'after saving', isAfterwards: true, shows: null },
    ],
  },
];
