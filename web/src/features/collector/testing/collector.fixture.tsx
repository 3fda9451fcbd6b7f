/** Gives tests the collector's screen with a server, an extension and a LinkedIn that answer from tables. */
import { me } from '@leadloom/shared/contract/accounts';
import { getProfile, listProfiles } from '@leadloom/shared/contract/collected-profiles';
import {
  acceptRisk,
  type CollectorEntry,
  deleteUserJobs,
  getCatalogue,
  listJobs,
  parseCompany,
  parseComponents,
  parseProfile,
  saveUserJobs,
} from '@leadloom/shared/contract/linkedin';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { z } from 'zod';
import {
  type FakeExtension,
  type FakeHandlers,
  installed,
  installFakeExtension,
  succeeded,
} from '../../../lib/extension-client/fake-extension.ts';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aUser } from '../../../testing/user.ts';
import { forgetCatalogue } from '../api/catalogue.ts';
import { forgetTriedCompanies } from '../companies/read-company-names.ts';
import { forgetRisk } from '../risk/risk-notice.ts';
import { runExclusively } from '../run/run-exclusively.ts';
import { forgetAllowance } from '../status/ask-extension.ts';
import { checkStatus, forgetStatus } from '../status/extension-status.ts';
import { parsedComponents, parsedProfile, partOf, signedTestCatalogue, testEntry } from './download.fixture.ts';

const usersBody = z.object({ users: z.array(z.looseObject({ id: z.string(), url: z.string() })) });
const idsBody = z.object({ ids: z.array(z.string()) });
export const profileBody = z.object({ content: z.object({ url: z.string() }) });
const componentsBody = z.object({ content: z.object({ profile_id: z.string() }) });

const RISK_ACCEPTED_AT = '2026-05-04T09:00:00.000Z';

interface Backend {
  /** The server's list; what the screen saves ends up here. */
  list: CollectorEntry[];
  companyIds: string[];
  riskAcceptedAt: string | null;
  /** How many people the account has collected, whether or not they are still in the list. */
  peopleCount: number;
  /** How often the page asked for that number. */
  counted: number;
  /** Companies posted for parsing. */
  companies: string[];
  /** Addresses asked of LinkedIn. */
  fetched: string[];
}

const emptyBackend = (): Backend => ({
  list: [],
  companyIds: [],
  riskAcceptedAt: RISK_ACCEPTED_AT,
  peopleCount: 0,
  counted: 0,
  companies: [],
  fetched: [],
});

export const backend: Backend = emptyBackend();
let extension: FakeExtension | undefined;
let accounts = 0;

const saveEntries = answer(saveUserJobs, ({ body }) => {
  const { users } = usersBody.parse(body);
  const saved = users.map((user) => {
    const known = backend.list.find((entry) => entry.url === user.url);
    const entry: CollectorEntry = { ...testEntry(0), ...known, ...user, id: known?.id ?? user.id };
    backend.list =
      known === undefined ? [...backend.list, entry] : backend.list.map((other) => (other === known ? entry : other));
    return entry;
  });
  return { users: saved, added: saved.length, existing: 0 };
});

function changeEntries(change: (entry: CollectorEntry) => CollectorEntry): void {
  backend.list = backend.list.map(change);
}

export const answersLinkedIn: FakeHandlers = {
  checkExtension: () => installed(),
  checkCookies: () => succeeded({ available: true }),
  fetchData: ({ url, requestId }) => {
    backend.fetched.push(url);
    return succeeded({ body: `{"part":"${partOf(url)}"}`, requestId });
  },
};

/** The page of the test before may still be looking for a job, and a job that starts then finds the lock of jobs taken. */
beforeEach(async () => {
  await expect.poll(() => runExclusively(async () => undefined, 'download'), { timeout: 10_000 }).toBe(true);
});

/**
 * Every test has its own account, so that none finds what another left in the browser. @param account the same one is
 * the same browser
 */
export function startFixture(account = `collector-${accounts + 1}`): void {
  Object.assign(backend, emptyBackend());
  forgetPage();
  accounts += 1;
  signInForTest(account);
  apiServer.use(
    answer(me, () => aUser({ linkedin_onboarded: true })),
    answer(listJobs, () => ({
      user_jobs: backend.list,
      search_jobs: [],
      company_ids: backend.companyIds,
      risk_accepted_at: backend.riskAcceptedAt,
    })),
    answer(acceptRisk, () => {
      backend.riskAcceptedAt = RISK_ACCEPTED_AT;
      return { risk_accepted_at: RISK_ACCEPTED_AT };
    }),
    answer(getCatalogue, () => signedTestCatalogue),
    answer(listProfiles, () => {
      backend.counted += 1;
      return { data: [], total: backend.peopleCount, page: 1, per_page: 1, countries: [], tags: [] };
    }),
    answer(getProfile, () => {
      throw refuse('PROFILE.NOT_FOUND');
    }),
    saveEntries,
    answer(deleteUserJobs, ({ body }) => {
      const { ids } = idsBody.parse(body);
      backend.list = backend.list.filter((entry) => !ids.includes(entry.id));
      return undefined;
    }),
    answer(parseProfile, ({ body }) => {
      const { url } = profileBody.parse(body).content;
      const { profile_id, user_id, profile_url, ...parsed } = parsedProfile(url, { full_name: 'Maren Holt' });
      changeEntries((entry) => (entry.url === url ? { ...entry, profile_id, user_id, profile_url } : entry));
      return { profile_id, user_id, profile_url, ...parsed };
    }),
    answer(parseComponents, ({ body }) => {
      const { profile_id } = componentsBody.parse(body).content;
      const email = 'maren.holt@example.com';
      changeEntries((entry) => (entry.profile_id === profile_id ? { ...entry, email, collected: true, status: 'ok' } : entry));
      return parsedComponents({ profile_id, email, collected: true });
    }),
    answer(parseCompany, ({ body }) => {
      backend.companies.push(z.object({ url: z.string() }).parse(body).url);
      return { company_id: '9', company_name: 'Nordlys' };
    }),
  );
}

/** What only this page knew, as after a reload. */
function forgetPage(): void {
  extension?.remove();
  forgetStatus();
  forgetAllowance();
  forgetCatalogue();
  forgetRisk();
  forgetTriedCompanies();
}

export async function openCollector(handlers: FakeHandlers = answersLinkedIn) {
  extension = installFakeExtension(handlers);
  const app = renderApp('/linkedin/collector');
  // By itself the screen asks two seconds after it was opened, which tests of its status lines wait for.
  checkStatus();
  await screen.findByText('Leadloom Extension installed', {}, { timeout: 10_000 });
  return app;
}

export const table = () => within(screen.getByRole('region', { name: 'Profiles' }));
export const rowOf = (number: number) => table().findByRole('row', { name: new RegExp(`member-${number}\\b`) });
/** Allows logged problems in tests about them; anywhere else, what is logged fails the test. */
export const allowLog = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);
