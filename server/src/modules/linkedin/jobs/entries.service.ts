/** The collector's lists: entries to fetch and unfinished searches of one account. */
import { randomUUID } from 'node:crypto';
import { MAX_ENTRIES, MAX_PENDING_SEARCHES, MAX_SEARCH_CHARACTERS } from '@leadloom/shared/contract/collector-limits';
import {
  type CollectorEntry,
  type collectorEntryInput,
  DEFAULT_ENTRIES_PER_PAGE,
  type SearchJob,
  type SearchParams,
} from '@leadloom/shared/contract/linkedin';
import { shortText } from '@leadloom/shared/linkedin/parse/clean-text';
import { invalidProfileUrlMessage, readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import { createCursorSeal } from '../../../http/sealed-cursor.ts';
import type { Member } from '../../../http/workspace-id.ts';
import { personalWorkspaceOf } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import type { PersonFacts } from '../../suppression/person/person-keys.ts';
import { profileFacts } from '../../suppression/profile-facts.service.ts';
import { createSuppressionCheck } from '../../suppression/suppressions.service.ts';
import { labelLocations } from '../lookups/lookups.service.ts';
import * as companies from '../parse/companies.repository.ts';
import { recordCollectedInPart } from '../profiles/profile-events.ts';
import { ownProfileIds } from '../profiles/profiles.repository.ts';
import { postponeKeys } from '../recollections/recollections.repository.ts';
import { describeSearch } from '../searches/describe-search.ts';
import * as searches from '../searches/search-jobs.repository.ts';
import * as rows from './entries.repository.ts';
import { toCollectorEntry } from './entry-in-workspace.ts';
import { findEntries, listEntries } from './listed-entries.repository.ts';
import { type ListedEntry, planSave, type SentEntry } from './plan-save.ts';

/** Bytes of the entries in a page of the list. */
const MAX_PAGE_BYTES = 1024 * 1024;
/** Companies whose name the screen still lacks; it looks up a few at a time. */
export const MAX_COMPANY_IDS = 50;

type EntryInput = z.output<typeof collectorEntryInput>;

interface JobList {
  readonly user_jobs: CollectorEntry[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly search_jobs: SearchJob[];
  readonly company_ids: string[];
  readonly risk_accepted_at: string | null;
}

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly per_page?: number | undefined;
}

/** The position of the last entry of a page. Bound to its account by every statement that uses it. */
const cursorSchema = z.int().positive();

/**
 * Lists entries page by page. The first page has the searches and companies, too.
 * @throws {AppError} REQUEST.INVALID for a cursor that this server did not issue
 */
export function createJobLists({ database, secrets }: Platform): (collector: Member, query?: PageQuery) => Promise<JobList> {
  const seal = createCursorSeal(secrets, 'collector entries');
  return async ({ accountId, workspaceId }, { cursor = '', per_page: limit = DEFAULT_ENTRIES_PER_PAGE } = {}) => {
    const isFirst = cursor === '';
    const after = isFirst ? 0 : seal.open(cursor, cursorSchema);
    const [page, total, pending] = await Promise.all([
      listEntries(database, { accountId, workspaceId }, { limit, after, bytes: MAX_PAGE_BYTES }),
      rows.countEntries(database, accountId),
      isFirst ? searches.listSearchJobs(database, accountId) : [],
    ]);
    const [companyIds, riskAcceptedAt] = await Promise.all([
      isFirst ? companies.listUnknownCompanyIds(database, workspaceId, MAX_COMPANY_IDS) : [],
      rows.findRiskAcceptance(database, accountId),
    ]);
    return {
      user_jobs: page.entries.map((entry) => toCollectorEntry(entry, accountId)),
      total,
      next_cursor: page.next === null ? null : seal.seal(page.next),
      search_jobs: pending.map(toSearchJob),
      company_ids: companyIds,
      risk_accepted_at: riskAcceptedAt?.toISOString() ?? null,
    };
  };
}

/** Records that the user accepted the risk of collecting for their LinkedIn account. The first acceptance is kept. */
export async function acceptRisk({ database, now }: Platform, accountId: number): Promise<{ readonly risk_accepted_at: string }> {
  return { risk_accepted_at: (await rows.recordRiskAcceptance(database, accountId, now())).toISOString() };
}

interface SavedEntries {
  /** The stored entry for each entry sent that was not held back, in the order sent. */
  readonly users: CollectorEntry[];
  readonly added: number;
  readonly existing: number;
  /** People who asked to be erased; they are not added. */
  readonly held_back: number;
}

/**
 * Adds new profiles and stores the results of downloads. All or nothing.
 * @throws {AppError} PROFILE.URL_INVALID naming the first invalid URL, REQUEST.INVALID when the list would be too long
 */
export async function saveEntries(
  platform: Platform,
  { accountId, workspaceId }: Member,
  inputs: readonly EntryInput[],
): Promise<SavedEntries> {
  const sent = inputs.map((input) => ({ ...readSentEntry(input), userId: readUserId(input.user_id) }));
  return platform.database.transaction(async (transaction) => {
    await rows.lockEntries(transaction, accountId);
    const keys = sent.map((row) => row.profileKey);
    const ids = sent.map((row) => row.id);
    const listed = await findEntries(transaction, { accountId, workspaceId }, keys, ids);
    // A profile id of another account counts as none.
    const known = await ownProfileIds(transaction, workspaceId, [...new Set(sent.flatMap(({ userId }) => userId ?? []))]);
    // What one of both workspaces knows of an erased person keeps them out of the list.
    const owners = [personalWorkspaceOf(accountId), workspaceId];
    const isHeldBack = await createSuppressionCheck(platform).ask(transaction, owners, sent.map(identityOf));
    const wanted = sent.filter((_, index) => isHeldBack[index] !== true);
    const plan = planSave(
      wanted.map(({ userId, ...row }) =>
        userId !== null && known.has(userId) ? { ...row, changes: { ...row.changes, userId } } : row,
      ),
      listed,
    );
    if (plan.added > 0)
      await requireRoom(transaction, personalWorkspaceOf(accountId), {
        limit: MAX_ENTRIES,
        total: (await rows.countEntries(transaction, accountId)) + plan.added,
        code: 'REQUEST.INVALID',
        message: `The list holds at most ${MAX_ENTRIES.verified} profiles. Delete some to add more.`,
      });
    await rows.writeEntries(transaction, accountId, plan.writes, platform.now());
    await recordCollectedInPart(transaction, workspaceId, newlyCollected(plan.writes, listed), platform.now());
    const notFound = wanted.filter(({ changes }) => changes.status === 'not_found').map(({ profileKey }) => profileKey);
    await postponeKeys(transaction, workspaceId, notFound, platform.now());
    const present = plan.writes.length === 0 ? listed : await findEntries(transaction, { accountId, workspaceId }, keys, ids);
    const there = new Map(present.map((entry) => [entry.profileKey, entry.there]));
    return {
      users: plan.answers.map((entry) => toCollectorEntry({ ...entry, there: there.get(entry.profileKey) ?? null }, accountId)),
      added: plan.added,
      existing: plan.existing,
      held_back: sent.length - wanted.length,
    };
  });
}

/** Profiles that the written entries newly count as collected. Whole profiles were marked when they became whole. */
function newlyCollected(writes: readonly ListedEntry[], listed: readonly ListedEntry[]): readonly number[] {
  const known = new Map(listed.map((entry) => [entry.profileKey, entry.collected]));
  return writes.flatMap(({ profileKey, collected, status, userId }) =>
    collected && status !== 'not_found' && userId !== null && known.get(profileKey) !== true ? [userId] : [],
  );
}

/** Ids of other accounts and unknown ids are ignored. @throws {AppError} ROWS.NO_IDS */
export async function deleteEntries({ database }: Platform, accountId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('ROWS.NO_IDS');
  await database.transaction(async (transaction) => {
    await rows.lockEntries(transaction, accountId);
    await rows.deleteEntries(transaction, accountId, ids);
  });
}

/**
 * Saves the remaining pages of a search. Pages that name a pending search of this account replace its remaining pages,
 * so that progress is saved without a second search.
 */
export async function saveSearch(
  platform: Platform,
  { accountId, workspaceId }: Member,
  pages: readonly SearchParams[],
): Promise<SearchJob> {
  const { database } = platform;
  const cleaned = pages.map(cleanSearch);
  const labels = await labelLocations(platform, workspaceId, cleaned[0]?.locationIds ?? []);
  const description = describeSearch(cleaned, labels);
  const first = cleaned[0]?.jobId ?? null;
  const named = first !== null && isUuid(first) && cleaned.every((page) => page.jobId === first) ? first : null;
  const { total, characters } = await searches.measureSearchJobs(database, accountId, named);
  await requireRoom(database, personalWorkspaceOf(accountId), {
    limit: MAX_SEARCH_CHARACTERS,
    // The database writes a space after each comma and colon.
    total: characters + JSON.stringify(cleaned, null, 1).length,
    code: 'REQUEST.INVALID',
    message: 'The pending searches are too large in total. Delete some to add more.',
  });
  if (named !== null) {
    const job = { id: named, description, searches: cleaned };
    if (await searches.replaceSearchJob(database, accountId, job)) return toSearchJob(job);
  }
  await requireRoom(database, personalWorkspaceOf(accountId), {
    limit: MAX_PENDING_SEARCHES,
    total: total + 1,
    code: 'REQUEST.INVALID',
    message: `At most ${MAX_PENDING_SEARCHES.verified} searches can be pending. Delete some to add more.`,
  });
  const id = randomUUID();
  const job = { id, description, searches: cleaned.map((page) => ({ ...page, jobId: id })) };
  await searches.insertSearchJob(database, accountId, job, platform.now());
  return toSearchJob(job);
}

/** An id of another account or an unknown id is ignored. @throws {AppError} ROWS.NO_IDS */
export async function deleteSearch({ database }: Platform, accountId: number, id: string | undefined): Promise<void> {
  if (id === undefined || id === '') throw new AppError('ROWS.NO_IDS');
  if (isUuid(id)) await searches.deleteSearchJob(database, accountId, id);
}

function readSentEntry(input: EntryInput): SentEntry {
  const address = requireProfileUrl(input.url);
  const { collected, status, profile_id: profileId, profile_url: link, email, name, found_by: foundBy } = input;
  return {
    id: input.id.toLowerCase(),
    url: address.url,
    profileKey: address.key,
    origin: { name: shortText(name), foundBy: foundBy ?? null },
    changes: {
      ...(collected === undefined ? {} : { collected }),
      ...(status === undefined ? {} : { status }),
      ...(profileId === undefined ? {} : { profileId: shortText(profileId) }),
      ...(link === undefined ? {} : { profileUrl: link === null ? null : requireProfileUrl(link).url }),
      ...(email === undefined ? {} : { email: shortText(email) }),
    },
  };
}

function identityOf({ profileKey, changes: { profileId = null, email = null } }: SentEntry): PersonFacts {
  return profileFacts({ memberId: profileId, profileKeys: [profileKey], name: null, email, employer: null });
}

function requireProfileUrl(url: string): { readonly url: string; readonly key: string } {
  const address = readProfileUrl(url);
  if (address === null) throw new AppError('PROFILE.URL_INVALID', { message: invalidProfileUrlMessage(url) });
  return address;
}

/** Reads one of our ids, which are positive and well below 2^53. @returns null for anything else */
function readUserId(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function cleanSearch(search: SearchParams): SearchParams {
  const cleanIds = (ids: readonly string[]) => ids.flatMap((id) => shortText(id) ?? []);
  return {
    ...search,
    peopleSearchQuery: shortText(search.peopleSearchQuery) ?? '',
    locationIds: cleanIds(search.locationIds),
    currentCompanyIds: cleanIds(search.currentCompanyIds),
    pastCompanyIds: cleanIds(search.pastCompanyIds),
    industryIds: cleanIds(search.industryIds),
    connectionId: shortText(search.connectionId),
    jobId: shortText(search.jobId),
    searchId: shortText(search.searchId),
  };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function toSearchJob(job: searches.StoredSearchJob): SearchJob {
  return { jobId: job.id, description: job.description, searches: [...job.searches] };
}
