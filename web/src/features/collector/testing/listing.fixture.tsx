/**
 * Gives tests the two sections with a list below them, a LinkedIn of numbered members, and a server that keeps entries and
 * searches.
 */
import {
  type CollectorEntry,
  deleteSearchJob,
  getCatalogue,
  listJobs,
  type SearchJob,
  saveSearchJobs,
  saveUserJobs,
} from '@leadloom/shared/contract/linkedin';
import { connectionsAnswer, headlessRow, personRow, searchForms } from '@leadloom/shared/linkedin/parse/fixtures/page-answers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { Snackbars } from '../../../components/snackbars.tsx';
import { type FakeHandlers, installed, succeeded } from '../../../lib/extension-client/fake-extension.ts';
import { answer } from '../../../testing/api.ts';
import { Themed } from '../../../testing/themed.tsx';
import { useJobs } from '../api/jobs-cache.ts';
import { ConnectionsSection } from '../connections/connections-section.tsx';
import { SectionTabs } from '../listing/section-tabs.tsx';
import { useCollectorRun } from '../run/use-collector-run.ts';
import { SearchSection } from '../search/search-section.tsx';
import { signedTestCatalogue, testEntry } from './download.fixture.ts';

const ACCEPTED_AT = '2026-05-04T09:00:00.000Z';

export interface ListServer {
  entries: CollectorEntry[];
  searches: SearchJob[];
  riskAcceptedAt: string | null;
  readonly handlers: ReturnType<typeof answer>[];
}

export function createListServer(): ListServer {
  let made = 0;
  const server: ListServer = { entries: [], searches: [], riskAcceptedAt: ACCEPTED_AT, handlers: [] };
  server.handlers.push(
    answer(getCatalogue, () => signedTestCatalogue),
    answer(listJobs, () => ({
      user_jobs: server.entries,
      search_jobs: server.searches,
      company_ids: [],
      risk_accepted_at: server.riskAcceptedAt,
    })),
    answer(saveUserJobs, ({ body }) => {
      const before = server.entries.length;
      const users = body.users.map(({ id, url }) => {
        const known = server.entries.find((entry) => entry.url === url);
        const entry = known ?? { ...testEntry(0), id, url };
        if (known === undefined) server.entries = [...server.entries, entry];
        return entry;
      });
      const added = server.entries.length - before;
      return { users, added, existing: users.length - added };
    }),
    answer(saveSearchJobs, ({ body }) => {
      const named = body.searchParams[0]?.jobId;
      const known = server.searches.find(({ jobId }) => jobId === named);
      made += known === undefined ? 1 : 0;
      const jobId = known?.jobId ?? `search-${made}`;
      const pages = body.searchParams.map(({ page }) => page).join(', ');
      const job: SearchJob = {
        jobId,
        description: `“${body.searchParams[0]?.peopleSearchQuery}” · pages ${pages}`,
        searches: body.searchParams.map((params) => ({ ...params, jobId })),
      };
      server.searches = [...server.searches.filter((other) => other.jobId !== jobId), job];
      return job;
    }),
    answer(deleteSearchJob, ({ body }) => {
      server.searches = server.searches.filter(({ jobId }) => jobId !== body.id);
      return undefined;
    }),
  );
  return server;
}

const member = (number: number) => ({ id: `ACoAATESTm${number}`, slug: `member-${number}`, name: `Member No${number}` });

/** @param hidden so many more who left the network */
export function connectionsBody(numbers: readonly number[], hidden = 0): string {
  return JSON.stringify(
    connectionsAnswer(
      numbers.map(member),
      Array.from({ length: hidden }, (_, index) => `ACoAATESTgone${index}`),
    ),
  );
}

export function searchBody(numbers: readonly number[], hidden = 0): string {
  const entries = [
    ...numbers.map((number) => personRow(member(number))),
    ...Array.from({ length: hidden }, (_, index) => headlessRow(`ACoJXTEST${index}`, 'LinkedIn Member')),
  ];
  return JSON.stringify(searchForms['GraphQL nested']?.(entries));
}

/** An installed extension, to which a test adds its own answers. */
export const listening: FakeHandlers = {
  checkExtension: () => installed(),
  checkCookies: () => succeeded({ available: true }),
};

export function renderLists() {
  render(
    <Themed>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}>
        <Screen />
        <Snackbars />
      </QueryClientProvider>
    </Themed>,
  );
  const advanceTimers = (milliseconds: number) => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(milliseconds);
  };
  return { person: userEvent.setup({ advanceTimers, delay: null }) };
}

function Screen() {
  const jobs = useJobs(useCollectorRun(), true);
  return (
    <>
      <SectionTabs>
        <ConnectionsSection isDisabled={false} />
        <SearchSection searchJobs={jobs.data?.search_jobs ?? []} isDisabled={false} />
      </SectionTabs>
      <ul aria-label="Entries">
        {(jobs.data?.user_jobs ?? []).map((entry) => (
          <li key={entry.id}>{entry.url.split('/').at(-1)}</li>
        ))}
      </ul>
    </>
  );
}
