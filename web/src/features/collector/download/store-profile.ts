/**
 * The server part of one profile: posts its answers for parsing and fetches what is still missing. It takes no request
 * slot while the server works.
 *
 * The record stays in the browser until the caller has kept the outcome. A page that is killed in between posts the same
 * answers again: that changes nothing and sends nothing to LinkedIn.
 */
import type { ErrorCode } from '@leadloom/shared/contract/errors';
import { buildCardsUrl, buildComponentsPageUrl, buildComponentsUrl } from '@leadloom/shared/linkedin/build-url';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { Clock } from './clock.ts';
import type { ApiResult, ComponentsContent, DownloadApi, ParsedComponents, ParsedProfile } from './download-api.ts';
import { isNoMember } from './fetch-profile.ts';
import type { Answer, LinkedInReader } from './linkedin-reader.ts';
import type { RawRecord, RecordStore } from './raw-record.ts';
import { withPatience } from './server-patience.ts';

export type StoreOutcome =
  | {
      readonly kind: 'stored';
      readonly profile: StoredProfile;
      /** The server marked the entry as downloaded when it stored the profile; false: only the collector knows that nothing is left to read. */
      readonly isSaved: boolean;
    }
  /** The server read the answers and found no member in them. */
  | { readonly kind: 'no_profile_id' }
  /** The server cannot use these answers; they are discarded. */
  | { readonly kind: 'refused'; readonly code: string }
  /** Stored but for its email or later roles, which could not be read; what was fetched is kept for the next job. */
  | { readonly kind: 'incomplete'; readonly profile: StoredProfile }
  /** Kept for later: the job stopped, or LinkedIn cannot be reached. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'server_away' }
  /** Kept for later: the server stores no more for this account until something is deleted. */
  | { readonly kind: 'storage_full' };

const STORAGE_FULL = 'STORAGE.FULL' satisfies ErrorCode;

export interface StoredProfile {
  readonly profile_id: string;
  readonly user_id: string;
  readonly profile_url: string;
  readonly email: string | null;
  readonly name?: string | null;
  readonly employer?: string | null;
}

/** Which page of the section to ask for next. */
type ExperiencePage = NonNullable<ParsedComponents['next_experience_page']>;

export interface StoreDependencies {
  readonly api: DownloadApi;
  readonly records: Pick<RecordStore, 'put'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** A parse call was not answered with 200. */
  readonly onSomethingOff: (what: string, code: string) => void;
  /** null: no further request to LinkedIn is possible now. */
  readonly network: { readonly reader: LinkedInReader; readonly catalogue: Catalogue } | null;
}

/** No known member has more positions than this many pages hold. */
const MAX_EXPERIENCE_PAGES = 10;

export async function storeProfile(record: RawRecord, dependencies: StoreDependencies): Promise<StoreOutcome> {
  const { api, clock, signal, onSomethingOff } = dependencies;
  if (typeof record.p1 !== 'string') return { kind: 'kept' };
  const content = { url: record.url, p1: record.p1, ...(typeof record.p2 === 'string' ? { p2: record.p2 } : {}) };
  const parsed = await withPatience(() => api.parseProfile(content), clock, signal);
  if (parsed.kind === 'away') {
    onSomethingOff('parse/profile', 'away');
    return { kind: 'server_away' };
  }
  if (parsed.kind === 'refused') {
    onSomethingOff('parse/profile', parsed.code);
    return refusal(parsed);
  }
  if (parsed.kind !== 'ok') return parsed;
  return addSections(record, parsed.value, dependencies);
}

function refusal(refused: { readonly kind: 'refused'; readonly code: string }): StoreOutcome {
  return refused.code === STORAGE_FULL ? { kind: 'storage_full' } : refused;
}

/** Contact, then further experiences page by page, then the cards, as far as the answers say they are needed. */
async function addSections(start: RawRecord, profile: ParsedProfile, dependencies: StoreDependencies): Promise<StoreOutcome> {
  let record = start;
  let known: Known = profile;
  let nextPage: ExperiencePage | null = null;
  const posted = new Set<string>();
  const failed = new Set<Need['kind']>();
  for (;;) {
    // Answers kept from an earlier job are posted first: they may be all that is needed.
    const waiting = waitingAnswers(record, posted);
    const need = waiting.some(({ name }) => name !== 'i') ? null : nextNeed(record, known, nextPage, failed);
    if (need !== null) {
      const fetched = await fetchNeed(need, record, profile.profile_id, dependencies);
      if (fetched === 'stopped') return { kind: 'kept' };
      if (fetched === 'failed') failed.add(need.kind);
      else record = fetched;
    }
    const next = nextPosting(profile.profile_id, waitingAnswers(record, posted));
    if (next === null) {
      if (need === null) break;
      continue;
    }
    const answer = await post(next.content, dependencies);
    if (answer.kind === 'away') return { kind: 'server_away' };
    if (answer.kind === 'refused') return refusal(answer);
    known = { ...answer.value, email: answer.value.email ?? known.email };
    if (next.content.ex !== undefined) nextPage = answer.value.next_experience_page;
    for (const key of next.keys) posted.add(key);
  }
  const { profile_id, user_id, profile_url, full_name: name, company_name: employer } = profile;
  const shown = { ...(name == null ? {} : { name }), ...(employer == null ? {} : { employer }) };
  const stored = { profile_id, user_id, profile_url, email: known.email, ...shown };
  const isNothingLeft = record.i !== undefined && !failed.has('experience') && !failed.has('experience_page');
  if (!known.collected && !isNothingLeft) return { kind: 'incomplete', profile: stored };
  return { kind: 'stored', profile: stored, isSaved: known.collected };
}

type Known = Pick<ParsedComponents, 'sections' | 'missing_experiences' | 'email' | 'collected'>;
type Need =
  | { readonly kind: 'experience' }
  | { readonly kind: 'cards' }
  | { readonly kind: 'experience_page'; readonly page: ExperiencePage };

/**
 * What is still worth a request. The cards show the first few roles only, so they come last.
 * @param nextPage what follows the last page that was posted
 * @param failed what this job asked for without success
 */
function nextNeed(
  record: RawRecord,
  known: Known,
  nextPage: ExperiencePage | null,
  failed: ReadonlySet<Need['kind']>,
): Need | null {
  const { experience, about } = known.sections;
  const isShort = experience !== undefined && experience !== 'complete';
  if (isShort && !record.exEnded && !failed.has('experience') && !failed.has('experience_page')) {
    if (record.ex.length === 0) return { kind: 'experience' };
    const mayHaveMore = (known.missing_experiences ?? 0) > 0 && record.ex.length < MAX_EXPERIENCE_PAGES;
    if (mayHaveMore && nextPage !== null) return { kind: 'experience_page', page: nextPage };
  }
  const mayShow = record.c === undefined && !failed.has('cards');
  return about === 'missing' && experience === 'missing' && mayShow ? { kind: 'cards' } : null;
}

/** The record with one more answer. `failed`: worth asking for again another time. */
async function fetchNeed(
  need: Need,
  record: RawRecord,
  profileId: string,
  { network, records }: StoreDependencies,
): Promise<RawRecord | 'failed' | 'stopped'> {
  if (network === null) return 'stopped';
  const answer = await ask(need, profileId, network);
  if (answer.kind === 'stopped') return 'stopped';
  if (answer.kind === 'failed' && !isNoMember(answer.code)) return 'failed';
  const body = answer.kind === 'body' ? answer.body : null;
  const grown =
    need.kind === 'cards'
      ? { ...record, c: body }
      : { ...record, ex: body === null ? record.ex : [...record.ex, body], exEnded: body === null };
  await records.put(grown);
  return grown;
}

function ask(need: Need, profileId: string, { reader, catalogue }: NonNullable<StoreDependencies['network']>): Promise<Answer> {
  if (need.kind === 'cards') return reader.read('cards', catalogue.cards, (candidate) => buildCardsUrl(candidate, profileId));
  if (need.kind === 'experience')
    return reader.read('components', catalogue.components, (candidate) => buildComponentsUrl(candidate, profileId, 'experience'));
  const { list_urn, start } = need.page;
  return reader.read('componentsPage', catalogue.componentsPage, (candidate) =>
    buildComponentsPageUrl(candidate, list_urn, start),
  );
}

async function post(content: ComponentsContent, dependencies: StoreDependencies): Promise<ApiResult<ParsedComponents>> {
  const answer = await withPatience(() => dependencies.api.parseComponents(content), dependencies.clock, dependencies.signal);
  if (answer.kind !== 'ok') dependencies.onSomethingOff('parse/components', answer.kind === 'refused' ? answer.code : 'away');
  return answer;
}

interface WaitingAnswer {
  readonly name: 'ex' | 'c' | 'i';
  readonly key: string;
  readonly body: string;
}

function waitingAnswers(record: RawRecord, posted: ReadonlySet<string>): readonly WaitingAnswer[] {
  const all = [
    ...record.ex.map((body, page) => ({ name: 'ex', key: `ex${page}`, body }) as const),
    ...(typeof record.c === 'string' ? [{ name: 'c', key: 'c', body: record.c } as const] : []),
    ...(typeof record.i === 'string' ? [{ name: 'i', key: 'i', body: record.i } as const] : []),
  ];
  return all.filter(({ key }) => !posted.has(key));
}

/** One answer of each kind: pages of a section go one by one, in order. */
function nextPosting(
  profileId: string,
  waiting: readonly WaitingAnswer[],
): { readonly content: ComponentsContent; readonly keys: readonly string[] } | null {
  if (waiting.length === 0) return null;
  const first = new Map<WaitingAnswer['name'], WaitingAnswer>();
  for (const answer of waiting) if (!first.has(answer.name)) first.set(answer.name, answer);
  const bodies = Object.fromEntries([...first.values()].map(({ name, body }) => [name, body]));
  return { content: { profile_id: profileId, ...bodies }, keys: [...first.values()].map(({ key }) => key) };
}
