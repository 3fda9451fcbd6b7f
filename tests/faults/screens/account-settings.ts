/** The account screen, a line for each thing with its own calls, and the profile. */
import type { EndpointName } from '@leadloom/shared/contract/endpoints';
import type { Locator, Page } from '@playwright/test';
import { EMAIL, PASSWORD } from '../spa/answers.ts';
import type { Answers } from '../spa/api-stub.ts';
import { button, hasDownloaded, type Screen, type ScreenCall, sees, sentence } from '../spa/screen.ts';

const NEW_PASSWORD = 'shuttle-and-reed-9';
const CODE = '123456';
const RECOVERY_CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

async function opened(page: Page, name: string): Promise<Locator> {
  const line = section(page, name);
  await line.getByRole('button', { name: /^(?:Change|Delete)$/ }).click();
  return line;
}

interface FormCall {
  readonly row: EndpointName;
  readonly section: string;
  /** Buttons pressed before the fields are there. */
  readonly steps?: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
  readonly done: string;
}

function form(call: FormCall): ScreenCall {
  return {
    row: call.row,
    action: {
      prepare: async (page) => {
        const within = await opened(page, call.section);
        for (const step of call.steps ?? []) await within.getByRole('button', { name: step }).click();
        for (const [label, value] of Object.entries(call.fields)) await within.getByLabel(label, { exact: true }).fill(value);
      },
      button: (page) => section(page, call.section).getByRole('button', { name: call.button, exact: true }),
    },
    shows: sentence(),
    done: sees(call.done),
  };
}

function withSessions(): Answers {
  const session = { created_at: '2026-01-05T09:00:00.000Z', last_used_at: '2026-01-05T09:00:00.000Z', user_agent: null };
  const own = { ...session, id: '22222222-2222-4222-8222-222222222222', address: '192.0.2.1', is_current: true };
  const other = { ...session, id: '33333333-3333-4333-8333-333333333333', address: '192.0.2.77', is_current: false };
  let sessions = [own, other];
  return {
    listSessions: () => ({ sessions }),
    endSession: () => {
      sessions = [own];
      return undefined;
    },
    endOtherSessions: () => {
      sessions = [own];
      return { ended: 1 };
    },
  };
}

const passkey = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Loom room',
  created_at: '2026-01-05T09:00:00.000Z',
  last_used_at: null,
};

function withPasskey(): Answers {
  let data = [passkey];
  return {
    ...withSessions(),
    listPasskeys: () => ({ data, total: data.length }),
    renamePasskey: () => passkey,
    removePasskey: () => {
      data = [];
      return undefined;
    },
  };
}

const endOne = {
  answers: withSessions,
  action: { prepare: async (page: Page) => void (await opened(page, 'Sessions')), button: button('End') },
  done: sees('The session has ended.'),
} as const;

export const accountScreens: readonly Screen[] = [
  {
    name: 'account',
    path: '/app/account',
    visitor: 'member',
    answers: () => ({
      ...withSessions(),
      changePassword: () => ({ msg: 'Password changed.' }),
      changeEmail: () => ({ msg: 'Follow the link we mailed.' }),
      beginTwoFactor: () => ({
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauth_url: 'otpauth://totp/Leadloom?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      }),
      enableTwoFactor: () => ({ recovery_codes: RECOVERY_CODES }),
      downloadMyData: () => '{}',
      deleteAccount: () => ({ msg: 'Your account is deleted.' }),
    }),
    ready: 'Signed in on 2 browsers',
    calls: [
      { row: 'me', shows: sentence() },
      { row: 'getTwoFactor', shows: sentence(), done: sees(/^Off$/) },
      { row: 'listSessions', shows: sentence() },
      { row: 'listPasskeys', shows: sentence() },
      {
        row: 'renamePasskey',
        answers: withPasskey,
        action: {
          prepare: async (page) => (await opened(page, 'Passkeys')).getByRole('button', { name: 'Rename' }).click(),
          button: (page) => page.getByRole('dialog').getByRole('button', { name: 'Rename' }),
        },
        shows: sentence(),
        done: sees('The passkey was renamed.'),
      },
      {
        row: 'removePasskey',
        answers: withPasskey,
        action: {
          prepare: async (page) => (await opened(page, 'Passkeys')).getByRole('button', { name: 'Remove' }).click(),
          button: (page) => page.getByRole('dialog').getByRole('button', { name: 'Remove' }),
        },
        shows: sentence(),
        done: sees('The passkey was removed.'),
      },
      form({
        row: 'changePassword',
        section: 'Password',
        fields: { 'Current password': PASSWORD, 'New password': NEW_PASSWORD, 'Repeat new password': NEW_PASSWORD },
        button: 'Change password',
        done: 'Password changed.',
      }),
      form({
        row: 'changeEmail',
        section: 'Email',
        fields: { 'New email': 'tove.lind@example.com', Password: PASSWORD },
        button: 'Change email',
        done: 'Follow the link we mailed.',
      }),
      form({
        row: 'beginTwoFactor',
        section: 'Two-factor sign-in',
        fields: {},
        button: 'Set up',
        done: 'Scan this with your authenticator app',
      }),
      enableTwoFactor(),
      { ...endOne, row: 'endSession', shows: sentence() },
      // The sessions have ended, whether or not the list can be read again.
      { ...endOne, row: 'listSessions', note: 'after ending one', isAfterwards: true, shows: null },
      {
        row: 'endOtherSessions',
        action: {
          prepare: async (page) => (await opened(page, 'Sessions')).getByRole('button', { name: 'End all others' }).click(),
          button: (page) => page.getByRole('dialog').getByRole('button', { name: 'End all others' }),
        },
        shows: sentence(),
        done: sees('All other sessions have ended.'),
      },
      {
        row: 'downloadMyData',
        action: { button: button('Download my data') },
        shows: sentence(),
        done: hasDownloaded('leadloom_my_data.json'),
      },
      form({
        row: 'deleteAccount',
        section: 'Delete account',
        fields: { Password: PASSWORD, 'Type your email to confirm': EMAIL },
        button: 'Delete account',
        done: 'Your account is deleted.',
      }),
    ],
  },
  {
    name: 'account, with a second factor',
    path: '/app/account',
    visitor: 'member',
    answers: () => ({
      getTwoFactor: () => ({ enabled: true, recovery_codes_left: 8 }),
      renewRecoveryCodes: () => ({ recovery_codes: RECOVERY_CODES }),
      disableTwoFactor: () => ({ msg: 'It is off now.' }),
      deleteAccount: () => ({ msg: 'Your account is deleted.' }),
    }),
    ready: 'On · 8 recovery codes left',
    calls: [
      form({
        row: 'renewRecoveryCodes',
        section: 'Two-factor sign-in',
        steps: ['New recovery codes'],
        fields: {},
        button: 'Create new recovery codes',
        done: 'AAAA-BBBB-CCCC-DDDD',
      }),
      form({
        row: 'disableTwoFactor',
        section: 'Two-factor sign-in',
        steps: ['Switch off'],
        fields: {},
        button: 'Switch off',
        done: 'It is off now.',
      }),
      form({
        row: 'deleteAccount',
        section: 'Delete account',
        fields: { Password: PASSWORD, Code: CODE, 'Type your email to confirm': EMAIL },
        button: 'Delete account',
        done: 'Your account is deleted.',
      }),
    ],
  },
];

function enableTwoFactor(): ScreenCall {
  const name = 'Two-factor sign-in';
  return {
    row: 'enableTwoFactor',
    action: {
      prepare: async (page) => {
        const within = await opened(page, name);
        await within.getByRole('button', { name: 'Set up' }).click();
        await within.getByLabel('Code', { exact: true }).fill(CODE);
      },
      button: (page) => section(page, name).getByRole('button', { name: 'Switch on' }),
    },
    shows: sentence(),
    done: sees('AAAA-BBBB-CCCC-DDDD'),
  };
}

const saveProfile = {
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
      { ...saveProfile, row: 'updateProfile', shows: sentence() },
      // The saved profile is shown, whether or not it can be read again.
      { ...saveProfile, row: 'me', note: 'after saving', isAfterwards: true, shows: null },
    ],
  },
];
