/**
 * The server part of one profile: posts its answers for parsing and fetches what is still missing. It takes no request
 * slot while the server works.
 *
 * The record stays in the browser until the caller has kept the outcome. A page that is killed in between posts the same
 * answers again: that changes nothing and sends nothing to LinkedIn.
 */
import { buildCardsUrl, buildComponentsPageUrl, buildComponentsUrl } from '@leadloom/shared/linkedin/build-url';
import type { ApiResult, ComponentsContent, ParsedComponents } from './download-api.ts';
import { isNoMember } from './fetch-profile.ts';
import type { Answer } from './linkedin-reader.ts';
import type { RawRecord } from './raw-record.ts';
import { type ProfileWithRows, readProfileWithRows } from './section-rows.ts';
import { withPatience } from './server-patience.ts';
import { refusal, type StoreDependencies, type StoreOutcome } from './store-outcome.ts';

/** Which page of the section to ask for next. */
type ExperiencePage = NonNullable<ParsedComponents['next_experience_page']>;

/** No known member has more positions than this many pages hold. */
const MAX_EXPERIENCE_PAGES = 10;

export async function storeProfile(record: RawRecord, dependencies: StoreDependencies): Promise<StoreOutcome> {
  if (typeof record.p1 !== 'string') return { kind: 'kept' };
  const read = await readProfileWithRows(record, record.p1, dependencies);
  return read.kind === 'read' ? addSections(read, dependencies) : read;
}

/**
 * Contact, then what neither the profile nor typed rows had, as rendered: experiences page by page, educations, the cards.
 */
async function addSections(read: ProfileWithRows, dependencies: StoreDependencies): Promise<StoreOutcome> {
  const { profile } = read;
  let record = read.record;
  let known: Known = profile;
  let nextPage: ExperiencePage | null = null;
  const posted = new Set<string>();
  const failed = new Set<Need['kind']>();
  // Without typed rows, as with older extensions, educations that are missing are not asked for.
  if (dependencies.network === null || !read.failed.has('profileEducations')) failed.add('education');
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
  | { readonly kind: 'education' }
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
  const { experience, education, about } = known.sections;
  const isShort = experience !== undefined && experience !== 'complete';
  if (isShort && !record.exEnded && !failed.has('experience') && !failed.has('experience_page')) {
    if (record.ex.length === 0) return { kind: 'experience' };
    const mayHaveMore = (known.missing_experiences ?? 0) > 0 && record.ex.length < MAX_EXPERIENCE_PAGES;
    if (mayHaveMore && nextPage !== null) return { kind: 'experience_page', page: nextPage };
  }
  if (education !== undefined && education !== 'complete' && record.ed === undefined && !failed.has('education'))
    return { kind: 'education' };
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
  const grown = grownBy(need, record, body);
  await records.put(grown);
  return grown;
}

/** @param body null: LinkedIn does not show it */
function grownBy(need: Need, record: RawRecord, body: string | null): RawRecord {
  if (need.kind === 'cards') return { ...record, c: body };
  if (need.kind === 'education') return { ...record, ed: body };
  return { ...record, ex: body === null ? record.ex : [...record.ex, body], exEnded: body === null };
}

function ask(need: Need, profileId: string, { reader, catalogue }: NonNullable<StoreDependencies['network']>): Promise<Answer> {
  if (need.kind === 'cards') return reader.read('cards', catalogue.cards, (candidate) => buildCardsUrl(candidate, profileId));
  if (need.kind !== 'experience_page') {
    const { kind: section } = need;
    return reader.read('components', catalogue.components, (candidate) => buildComponentsUrl(candidate, profileId, section));
  }
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
  readonly name: 'ex' | 'ed' | 'c' | 'i';
  readonly key: string;
  readonly body: string;
}

function waitingAnswers(record: RawRecord, posted: ReadonlySet<string>): readonly WaitingAnswer[] {
  const all = [
    ...record.ex.map((body, page) => ({ name: 'ex', key: `ex${page}`, body }) as const),
    ...(typeof record.ed === 'string' ? [{ name: 'ed', key: 'ed', body: record.ed } as const] : []),
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
