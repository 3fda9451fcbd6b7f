/** The list of collected people, and the history of one, with a text in every field. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { collectedProfile } from '../../../faults/spa/answers.ts';
import type { HostileScreen } from './hostile-screens.ts';
import { payloads } from './payloads.ts';

const TIME = '2026-01-05T09:00:00.000Z';

function hostilePerson(text: string, index: number): ProfileListItem {
  const id = String(index + 1);
  return {
    ...collectedProfile,
    id,
    user_id: id,
    full_name: text,
    headline: text,
    location: text,
    country: text,
    company_name: text,
    company_url: text,
    email: text,
    photo_url: text,
    tags: [text],
    sections: { [text]: 'missing' },
  };
}

export const peopleScreens: readonly HostileScreen[] = [
  {
    name: 'collected people',
    path: '/app/linkedin/people',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      listProfiles: () => ({
        data: texts.map(hostilePerson),
        total: texts.length,
        page: 1,
        per_page: 10,
        countries: [...texts],
        tags: texts.map((name) => ({ name, count: 1 })),
      }),
    }),
    ready: 'Rows per page',
    act: async (page) => {
      await page.getByRole('button', { name: 'Country' }).click();
      await page.getByRole('listbox', { name: 'Country' }).waitFor();
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Incomplete:/ })
        .first()
        .click();
    },
  },
  {
    name: 'detailed profile, its history',
    path: '/app/linkedin/users/u1',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      getProfileHistory: () => ({
        data: [
          {
            changed_at: TIME,
            cause: 'collected' as const,
            changes: texts.flatMap((text) => [
              { field: 'headline', before: text, after: null },
              { field: text, before: null, after: text },
            ]),
          },
        ],
      }),
    }),
    ready: 'Experiences',
    act: (page) => page.getByRole('button', { name: 'History', exact: true }).click(),
  },
];
