/** The collector: its list, adding and deleting, a complete download, the exports. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Page } from '@playwright/test';
import { aCollectorEntry } from '../spa/answers.ts';
import { type Answers, Refusal } from '../spa/api-stub.ts';
import type { Fault } from '../spa/fault.ts';
import {
  type Action,
  always,
  button,
  hasDownloaded,
  type Screen,
  type ScreenCall,
  type Shown,
  sees,
  sentence,
} from '../spa/screen.ts';
import type { Stage } from '../spa/stage.ts';

const SLUG = 'tove-lind';
const SERVER_AWAY = 'The Leadloom server is not answering.';
const SOMETHING_OFF = 'Something is off';
/** A download waits for its server three times before it gives up. */
const PATIENCE = 3;
const stored = { profile_id: 'ACoAAtove', user_id: 'u1', profile_url: `https://www.linkedin.com/in/${SLUG}`, email: null };

function keeping(): Answers {
  let rows = [aCollectorEntry()];
  return {
    listJobs: () => ({ user_jobs: rows, search_jobs: [], company_ids: [], risk_accepted_at: '2026-01-05T09:00:00.000Z' }),
    saveUserJobs: () => {
      const added = aCollectorEntry({
        id: '44444444-4444-4444-8444-444444444444',
        url: 'https://www.linkedin.com/in/ines-moreau',
      });
      return { users: [added], added: 1, existing: 0 };
    },
    deleteUserJobs: () => {
      rows = [];
      return undefined;
    },
    listProfiles: () => ({ data: [], total: 1, page: 1, per_page: 1, countries: [], tags: [] }),
    exportProfiles: () => 'url\r\n',
    exportExperiences: () => 'title\r\n',
  };
}

const isListed = sees(SLUG);

async function select(page: Page): Promise<void> {
  await page.getByLabel(`Select ${SLUG}`).check();
}

const deletion: Action = {
  prepare: select,
  button: (page) => page.locator('#profiles-table').getByRole('button', { name: 'Delete' }),
};

function deletionFailed({ status }: Fault): Shown {
  const text =
    status === 0 ? 'An error occurred while deleting rows. Please try again later.' : `Error: Received status code ${status}`;
  // Entries that were not deleted appear again.
  return { texts: [text, SLUG] };
}

const parsed = { ...stored, sections: {}, missing_experiences: null, collected: true };

function downloading(changes: Answers = {}): () => Answers {
  return () => ({
    parseProfile: () => parsed,
    parseComponents: () => ({ ...parsed, next_experience_page: null }),
    saveUserJobs: () => ({ users: [finished], added: 0, existing: 1 }),
    ...changes,
  });
}

const finished: CollectorEntry = aCollectorEntry({ ...stored, collected: true, status: 'ok' });
const isDownloaded = ({ page }: Stage): Promise<boolean> =>
  page.locator('#profiles-table').getByText('ok', { exact: true }).isVisible();
/** A job continues by itself after a temporary fault; an entry that the server refused is retried alone. */
async function goOn(page: Page): Promise<void> {
  const retry = page.getByRole('button', { name: `Retry ${SLUG}` });
  if (await retry.isVisible()) await retry.click();
}
const download = {
  action: { button: button('Start Job') },
  again: goOn,
  done: isDownloaded,
} as const;

const startOfJob: ScreenCall = {
  ...download,
  row: 'getCatalogue',
  note: 'for a download',
  answers: downloading(),
  shows: always(SERVER_AWAY),
  logs: ['The endpoint catalogue could not be loaded.'],
};

const parsing = {
  ...download,
  shows: always(SOMETHING_OFF, SERVER_AWAY),
  logs: [SOMETHING_OFF],
  repeats: PATIENCE,
} as const;

export const collectorScreen: Screen = {
  name: 'collector',
  path: '/app/linkedin/collector',
  visitor: 'member',
  answers: keeping,
  ready: SLUG,
  calls: [
    { row: 'me', shows: sentence() },
    { row: 'listJobs', shows: sentence() },
    {
      row: 'saveUserJobs',
      note: 'a row typed in',
      action: {
        prepare: (page) => page.getByLabel('Profile to visit').fill('linkedin.com/in/ines-moreau'),
        button: button('Add Profile'),
      },
      shows: sentence((message) => `An error occurred: ${message}`),
      done: sees('ines-moreau'),
    },
    {
      row: 'deleteUserJobs',
      action: deletion,
      shows: deletionFailed,
      again: async (page) => {
        await select(page);
        await deletion.button(page).click();
      },
      done: async (stage) => !(await isListed(stage)),
    },
    {
      row: 'listJobs',
      note: 'after a deletion that failed',
      isAfterwards: true,
      answers: () => ({
        deleteUserJobs: () => {
          throw new Refusal('SERVER.INTERNAL');
        },
      }),
      action: deletion,
      shows: null,
      done: sees('Error: Received status code 500'),
    },
    startOfJob,
    { ...parsing, row: 'parseProfile', answers: downloading() },
    {
      ...parsing,
      row: 'parseComponents',
      answers: downloading({
        parseProfile: () => ({ ...parsed, sections: { experience: 'missing' }, collected: false }),
        parseComponents: () => ({
          ...parsed,
          sections: { experience: 'complete' },
          missing_experiences: 0,
          next_experience_page: null,
        }),
      }),
    },
    {
      ...download,
      row: 'saveUserJobs',
      note: 'a finished entry whose contact LinkedIn does not show',
      answers: downloading({
        parseProfile: () => ({ ...parsed, collected: false }),
        parseComponents: () => ({ ...parsed, collected: false, next_experience_page: null }),
      }),
      shows: always(SERVER_AWAY),
      // Downloaded answers are sent by themselves once the server is back.
      again: async () => undefined,
      done: async (stage) => stage.api.served('saveUserJobs') > 0 && !(await sees(SERVER_AWAY)(stage)),
    },
    ...(['getCatalogue', 'parseCompany'] as const).map(
      (row): ScreenCall => ({
        row,
        note: 'for the name of a company',
        answers: () => ({
          listJobs: () => ({
            user_jobs: [aCollectorEntry()],
            search_jobs: [],
            company_ids: ['1035'],
            risk_accepted_at: '2026-01-05T09:00:00.000Z',
          }),
          parseCompany: () => ({ company_id: '1035', company_name: 'Warp & Weft' }),
        }),
        // It is a background request.
        shows: null,
        logs: [
          'The endpoint catalogue could not be loaded.',
          'Company names could not be read.',
          'The server refused the answer for company 1035.',
        ],
      }),
    ),
    {
      row: 'exportProfiles',
      action: { button: button('Export profiles') },
      shows: always('The file could not be created. Please try again.'),
      done: hasDownloaded('linkedin_users_export.csv'),
      logs: ['Export profiles: the file could not be created.'],
    },
    {
      row: 'exportExperiences',
      action: { button: button('Export experiences') },
      shows: always('The file could not be created. Please try again.'),
      done: hasDownloaded('linkedin_experiences_export.csv'),
      logs: ['Export experiences: the file could not be created.'],
    },
  ],
};
