/** API keys. The contract requires their failures in the log; people see a brief notice. */
import type { ApiKey } from '@leadloom/shared/contract/keys';
import type { Page } from '@playwright/test';
import { aUser, PASSWORD } from '../spa/answers.ts';
import { type Answers, Refusal } from '../spa/api-stub.ts';
import { always, button, type Screen, sees, sentence } from '../spa/screen.ts';

const LOADING_FAILED = 'The keys could not be loaded.';
const first: ApiKey = {
  id: 'KEY00001',
  name: null,
  rights: 'read',
  prefix: 'll_live_KEY00001',
  created_at: '2026-01-05T09:00:00.000Z',
  api_key: null,
  last_used_at: null,
};
const SECRET = 'll_live_KEY00002aaaabbbbccccdddd';

function keeping(): Answers {
  let keys = [first];
  return {
    listApiKeys: () => ({ keys }),
    createApiKey: () => {
      const created = { ...first, id: 'KEY00002', prefix: 'll_live_KEY00002' };
      keys = [...keys, created];
      return { ...created, api_key: SECRET };
    },
    deleteApiKey: () => {
      keys = [];
      return undefined;
    },
  };
}

/** A while after the sign-in. */
function wantingProof(): Answers {
  let isProved = false;
  return {
    prove: () => {
      isProved = true;
      return undefined;
    },
    createApiKey: () => {
      if (!isProved) throw new Refusal('AUTH.PROOF_NEEDED');
      return { ...first, id: 'KEY00002', prefix: 'll_live_KEY00002', api_key: SECRET };
    },
  };
}

const inDialog = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('button', { name, exact: true });

export const keyScreens: readonly Screen[] = [
  {
    name: 'keys',
    path: '/app/keys',
    visitor: 'member',
    answers: keeping,
    ready: first.id,
    calls: [
      { row: 'me', shows: sentence() },
      { row: 'listApiKeys', shows: always('Your keys could not be loaded. Please try again.'), logs: [LOADING_FAILED] },
      {
        row: 'createApiKey',
        action: { button: button('Create Key') },
        shows: always('The key could not be created. Please try again.'),
        done: sees(SECRET),
        logs: ['The key could not be created.'],
      },
      {
        row: 'deleteApiKey',
        action: { prepare: (page) => button('Delete')(page).click(), button: inDialog('Delete') },
        shows: always('The key could not be deleted. Please try again.'),
        again: async (page) => {
          await button('Delete')(page).click();
          await inDialog('Delete')(page).click();
        },
        done: sees('Deleted!'),
        logs: ['The key could not be deleted.'],
      },
      {
        row: 'prove',
        answers: wantingProof,
        action: {
          prepare: async (page) => {
            await button('Create Key')(page).click();
            await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
          },
          button: inDialog('Confirm'),
        },
        shows: sentence(),
        done: sees(SECRET),
      },
      {
        row: 'listApiKeys',
        note: 'after the limit was met',
        isAfterwards: true,
        answers: () => ({
          createApiKey: () => {
            throw new Refusal('KEYS.LIMIT_REACHED');
          },
        }),
        action: { button: button('Create Key') },
        shows: null,
        done: sees("You've hit the limit of keys."),
        logs: [LOADING_FAILED],
      },
    ],
  },
  {
    name: 'keys, unverified',
    path: '/app/keys',
    visitor: 'member',
    answers: () => ({ me: () => aUser({ verified: false, is_trial: null, trial_ends_on: null }) }),
    ready: 'Check your inbox and verify your email to create API keys.',
    calls: [
      {
        row: 'resendVerification',
        action: { button: button('Resend verification email') },
        shows: sentence(),
        done: sees('A new link is on its way.'),
      },
    ],
  },
];
