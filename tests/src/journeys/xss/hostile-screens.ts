/**
 * Every screen that shows what others wrote, with the answers that put a text into each of its columns and
 * fields. A new screen or table joins with one entry: `answers` places the texts, `perOpening` says how many
 * at a time (the rows it shows at once, or 1 for fields where each text should stand alone).
 */
import type { User } from '@leadloom/shared/contract/accounts';
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import type { Page } from '@playwright/test';
import { aBilling, aCollectorEntry, aSubscriber, aUser } from '../../../faults/spa/answers.ts';
import { type Answers, Refusal } from '../../../faults/spa/api-stub.ts';
import { openLine } from '../account-steps.ts';
import { connectionScreens } from './hostile-connections.ts';
import { peopleScreens } from './hostile-people.ts';
import { addressHeadline, hostileProfile, profileWithAddress } from './hostile-profile.ts';
import { trackingScreens } from './hostile-tracking.ts';
import { addresses, payloads } from './payloads.ts';

export interface HostileScreen {
  readonly name: string;
  readonly path: string;
  readonly visitor: 'anybody' | 'member';
  /** The texts that are tried; all of them by default. */
  readonly texts?: readonly string[];
  readonly perOpening: number;
  readonly answers: (texts: readonly string[]) => Answers;
  /** A text that is shown once everything is there. @param opening from 0 */
  readonly ready: string | RegExp | ((opening: number) => string);
  /** The path to which the app goes by itself for the later texts, instead of being loaded again. @param opening from 0 */
  readonly pathOf?: (opening: number) => string;
  /** What is pressed before the texts show. */
  readonly act?: (page: Page) => Promise<void>;
}

/** The number of all texts, which a field that holds one text gets in a row. */
const ALL = payloads.length;
const TIME = '2026-01-05T09:00:00.000Z';
const PASSWORD = 'loom-and-weft-8';

const joined = (texts: readonly string[]): string => texts.join(' ');

/** The account with a text in every field that takes any. */
function hostileUser(texts: readonly string[], changes: Partial<User> = {}): User {
  const text = joined(texts);
  const fields = { email: text, full_name: text, company_name: text, vat_number: text, address: text, country: text };
  return aSubscriber({ ...fields, subscription: text, subscription_id: text, ...changes });
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function refusing(code: ErrorCode, texts: readonly string[]): () => never {
  return () => {
    throw new Refusal(code, joined(texts));
  };
}

function button(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name, exact: true }).click();
}

const signInScreens: readonly HostileScreen[] = [
  {
    name: 'login, refused in the server’s words',
    path: '/app/login',
    visitor: 'anybody',
    perOpening: ALL,
    answers: (texts) => ({ login: refusing('RATE.LIMITED', texts) }),
    ready: 'Sign in to Leadloom',
    act: async (page) => {
      await page.getByLabel('Email').fill('maren.holt@example.com');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await button('Login')(page);
    },
  },
  {
    name: 'register, answered in the server’s words',
    path: '/app/register',
    visitor: 'anybody',
    perOpening: ALL,
    answers: (texts) => ({ register: () => ({ msg: joined(texts) }) }),
    ready: 'Create your account',
    act: async (page) => {
      await page.getByLabel('Email').fill('maren.holt@example.com');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await button('Register')(page);
    },
  },
  {
    name: 'verify, refused in the server’s words',
    path: '/app/verify/abc',
    visitor: 'anybody',
    perOpening: ALL,
    answers: (texts) => ({ verify: refusing('RATE.LIMITED', texts) }),
    ready: 'Try again',
  },
];

const accountScreens: readonly HostileScreen[] = [
  {
    name: 'dashboard',
    path: '/app/dashboard',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({ me: () => hostileUser(texts) }),
    ready: 'Subscription & Usage',
  },
  {
    name: 'dashboard, whose account cannot be read',
    path: '/app/dashboard',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({ me: refusing('RATE.LIMITED', texts) }),
    ready: 'Try again',
  },
  {
    name: 'payment',
    path: '/app/payment',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({
      me: () => hostileUser(texts),
      getBilling: () => aBilling({ plan: joined(texts), status: 'past_due' }),
    }),
    ready: 'Next billing date',
  },
  {
    name: 'success',
    path: '/app/success',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({ me: () => hostileUser(texts) }),
    ready: 'Your plan:',
  },
  {
    name: 'profile',
    path: '/app/profile',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({ me: () => hostileUser(texts), updateProfile: refusing('PROFILE.COUNTRY_UNKNOWN', texts) }),
    ready: 'Person Name',
    act: button('Submit'),
  },
  {
    name: 'invoices',
    path: '/app/invoices',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({ listInvoices: () => texts.map((text) => ({ id: text, invoice_url: text, paid_on: TIME })) }),
    ready: /^Invoice of/,
  },
  {
    name: 'account, its sessions and passkeys',
    path: '/app/account',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({
      me: () => aUser({ email: joined(texts) }),
      listPasskeys: () => ({
        data: texts.map((text, number) => ({ id: uuid(number), name: text, created_at: TIME, last_used_at: null })),
        total: texts.length,
      }),
      listSessions: () => ({
        sessions: texts.map((text, number) => ({
          id: uuid(number),
          created_at: TIME,
          last_used_at: TIME,
          user_agent: text,
          address: text,
          is_current: false,
        })),
      }),
    }),
    ready: 'Delete account',
    act: async (page) => {
      for (const name of ['Passkeys', 'Sessions']) await openLine(page, name);
      await page.getByText('End all others').waitFor();
    },
  },
  {
    name: 'account, its second factor',
    path: '/app/account',
    visitor: 'member',
    texts: addresses,
    perOpening: 12,
    answers: (texts) => ({
      beginTwoFactor: () => ({ secret: joined(texts), otpauth_url: joined(texts) }),
      enableTwoFactor: () => ({ recovery_codes: [...texts] }),
    }),
    ready: 'Delete account',
    act: async (page) => {
      const section = await openLine(page, 'Two-factor sign-in');
      await section.getByRole('button', { name: 'Set up' }).click();
      await section.getByLabel('Code', { exact: true }).fill('123456');
      await section.getByRole('button', { name: 'Switch on' }).click();
      await section.getByText('Your recovery codes').waitFor();
    },
  },
];

const collectorScreens: readonly HostileScreen[] = [
  {
    name: 'collector',
    path: '/app/linkedin/collector',
    visitor: 'member',
    // The longest page of the table has as many rows.
    perOpening: 20,
    answers: (texts) => ({
      listJobs: () => ({
        user_jobs: texts.map((text, number) =>
          aCollectorEntry({
            id: uuid(number),
            url: text,
            collected: true,
            status: 'ok',
            user_id: text,
            profile_url: text,
            email: text,
          }),
        ),
        search_jobs: [],
        company_ids: [],
        risk_accepted_at: null,
      }),
      // The list is polled until it is there.
      listProfiles: () => ({ data: [], total: 1, page: 1, per_page: 1, countries: [], tags: [] }),
    }),
    ready: 'Rows per page',
    act: async (page) => {
      await page.getByLabel('Rows per page').first().selectOption('20');
    },
  },
  {
    name: 'detailed profile',
    path: '/app/linkedin/users/u1',
    visitor: 'member',
    perOpening: ALL,
    answers: (texts) => ({ getProfile: () => ({ profile: hostileProfile(texts) }) }),
    ready: 'Experiences',
  },
  {
    name: 'detailed profile, its addresses',
    path: '/app/linkedin/users/u1',
    visitor: 'member',
    texts: addresses,
    perOpening: 1,
    pathOf: (opening) => `/app/linkedin/users/u${opening + 1}`,
    answers: (texts) => ({
      getProfile: () => ({ profile: profileWithAddress(texts[0] ?? '', addresses.indexOf(texts[0] ?? '')) }),
    }),
    ready: addressHeadline,
  },
];

export const hostileScreens: readonly HostileScreen[] = [
  ...signInScreens,
  ...accountScreens,
  ...connectionScreens,
  ...collectorScreens,
  ...peopleScreens,
  ...trackingScreens,
];
