/** Gives tests a LinkedIn and a server that answer from tables, and a job wired to them. */

import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue, SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import type { MessageError } from '@leadloom/shared/messages/message-error';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import type { Clock } from '../download/clock.ts';
import type {
  ApiResult,
  ComponentsContent,
  DownloadApi,
  ParsedComponents,
  ParsedProfile,
  ProfileContent,
} from '../download/download-api.ts';
import type { EntryOutcome } from '../download/entry-outcome.ts';
import type { RawRecord, RecordStore } from '../download/raw-record.ts';
import { createRunControl } from '../download/run-control.ts';
import type { DownloadJob } from '../download/run-download.ts';

const IDENTITY = 'com.linkedin.voyager.dash.deco.identity.profile';
const queryId = (resource: string, digit: string): string => `voyagerIdentityDash${resource}.${digit.repeat(32)}`;

export const testCatalogue: Catalogue = {
  version: 1,
  profile: [
    { kind: 'rest', decorationId: `${IDENTITY}.FullProfileWithEntities-3` },
    { kind: 'rest', decorationId: `${IDENTITY}.FullProfileWithEntities-2` },
  ],
  topCard: [{ kind: 'rest', decorationId: `${IDENTITY}.TopCardSupplementary-7` }],
  contact: [{ kind: 'rest', decorationId: `${IDENTITY}.ProfileContactInfo-2` }],
  components: [{ kind: 'graphql', queryId: queryId('ProfileComponents', 'a') }],
  componentsPage: [{ kind: 'graphql', queryId: queryId('ProfileComponents', 'b'), plain: true }],
  cards: [{ kind: 'graphql', queryId: queryId('ProfileCards', 'c') }],
  connections: [{ kind: 'rest', decorationId: 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16' }],
  search: [{ kind: 'graphql', queryId: `voyagerSearchDashClusters.${'d'.repeat(32)}` }],
  company: [{ kind: 'rest', decorationId: 'com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-12' }],
  typeahead: [{ kind: 'graphql', queryId: `voyagerSearchDashReusableTypeahead.${'e'.repeat(32)}` }],
};

/** The catalogue as the server delivers it; nobody in the page checks the signature. */
export const signedTestCatalogue: SignedCatalogue = {
  document: JSON.stringify(testCatalogue),
  signature: 'A'.repeat(86),
  publicKey: 'B'.repeat(87),
};

export type Part = 'p1' | 'p2' | 'i' | 'positions' | 'educations' | 'ex' | 'ed' | 'page' | 'c';
export interface LinkedInRequest {
  readonly part: Part;
  readonly url: string;
  readonly plain: boolean;
}
export type LinkedInAnswer = string | MessageError;

export function partOf(url: string): Part {
  if (url.includes('FullProfileWithEntities')) return 'p1';
  if (url.includes('TopCardSupplementary')) return 'p2';
  if (url.includes('ProfileContactInfo')) return 'i';
  if (url.includes('/identity/dash/profilePositions?')) return 'positions';
  if (url.includes('/identity/dash/profileEducations?')) return 'educations';
  if (url.includes('sectionType:education')) return 'ed';
  if (url.includes('pagedListComponent')) return 'page';
  return url.includes('ProfileCards') ? 'c' : 'ex';
}

/** What was asked for, in alphabetical order. */
export function partsOf(requests: readonly LinkedInRequest[]): readonly Part[] {
  return requests.map(({ part }) => part).sort();
}

export function testEntry(number: number): CollectorEntry {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const url = `https://www.linkedin.com/in/member-${number}`;
  return { id, url, collected: false, status: null, profile_id: null, user_id: null, profile_url: null, email: null };
}

export function parsedProfile(url: string, change: Partial<ParsedProfile> = {}): ParsedProfile {
  const slug = url.split('/').at(-1) ?? '';
  const sections = { experience: 'complete', about: 'complete', contact: 'missing' } as const;
  return {
    profile_id: `ACoAA-${slug}`,
    user_id: '7',
    profile_url: url,
    email: null,
    sections,
    missing_experiences: 0,
    collected: false,
    ...change,
  };
}

export function parsedComponents(change: Partial<ParsedComponents> = {}): ParsedComponents {
  const { profile_url: _, ...known } = parsedProfile('x');
  return { ...known, next_experience_page: null, ...change };
}

export interface FixtureOptions {
  readonly entries: readonly CollectorEntry[];
  readonly concurrency?: number;
  readonly linkedIn?: (request: LinkedInRequest, attempt: number) => LinkedInAnswer | Promise<LinkedInAnswer>;
  readonly parseProfile?: DownloadApi['parseProfile'];
  readonly parseComponents?: (content: ComponentsContent) => Promise<ApiResult<ParsedComponents>>;
  readonly records?: RecordStore;
  readonly control?: DownloadJob['control'];
  readonly memory?: DownloadJob['memory'];
  /** false: an older extension. */
  readonly canReadSections?: boolean;
}

export interface Fixture {
  readonly job: DownloadJob;
  readonly requests: LinkedInRequest[];
  readonly outcomes: EntryOutcome[];
  readonly profilePosts: ProfileContent[];
  readonly componentPosts: ComponentsContent[];
  readonly off: string[];
  /** Milliseconds slept, in order; sleeping itself takes no time. */
  readonly slept: number[];
}

export function createFixture(options: FixtureOptions): Fixture {
  const requests: LinkedInRequest[] = [];
  const outcomes: EntryOutcome[] = [];
  const profilePosts: ProfileContent[] = [];
  const componentPosts: ComponentsContent[] = [];
  const off: string[] = [];
  const slept: number[] = [];
  const { linkedIn = ({ part }) => `{"part":"${part}"}` } = options;
  const clock: Clock = { now: () => 1_000_000, sleep: async (milliseconds) => void slept.push(milliseconds) };
  let isExperienceComplete = true;
  const api: DownloadApi = {
    parseProfile: async (content) => {
      profilePosts.push(content);
      const result = (await options.parseProfile?.(content)) ?? { kind: 'ok' as const, value: parsedProfile(content.url) };
      if (result.kind === 'ok') isExperienceComplete = result.value.sections.experience === 'complete';
      return result;
    },
    parseComponents: async (content) => {
      componentPosts.push(content);
      const hasContact = content.i !== undefined;
      const email = hasContact ? 'maren.holt@example.com' : null;
      const collected = hasContact && (isExperienceComplete || content.ex !== undefined);
      const value = parsedComponents({ profile_id: content.profile_id, email, collected });
      return options.parseComponents?.(content) ?? { kind: 'ok', value };
    },
    saveEntries: async (entries) => ({ kind: 'ok', value: entries }),
  };
  const job: DownloadJob = {
    entries: options.entries,
    concurrency: options.concurrency ?? 2,
    catalogue: testCatalogue,
    canReadSections: options.canReadSections ?? true,
    memory: options.memory ?? createCandidateMemory(),
    control: options.control ?? createRunControl(),
    records: options.records ?? memoryRecords(),
    clock,
    api,
    send: async (url, plain) => {
      const request = { part: partOf(url), url, plain };
      requests.push(request);
      const attempt = requests.filter((earlier) => earlier.url === url).length;
      const answer = await linkedIn(request, attempt);
      return typeof answer === 'string' ? { ok: true, body: answer } : { ok: false, error: answer };
    },
    isIncluded: () => true,
    onOutcome: (outcome) => void outcomes.push(outcome),
    onStart: () => undefined,
    onSomethingOff: (what, code) => void off.push(`${what} ${code}`),
  };
  return { job, requests, outcomes, profilePosts, componentPosts, off, slept };
}

export function memoryRecords(initial: readonly RawRecord[] = []): RecordStore & { readonly all: Map<string, RawRecord> } {
  const all = new Map(initial.map((record) => [record.entryId, record]));
  return {
    all,
    put: async (record) => void all.set(record.entryId, record),
    remove: async (entryId) => void all.delete(entryId),
    list: async () => [...all.values()],
  };
}
