/**
 * Stores what the extension fetched. The order: parse (pure), refuse answers that are about another member or empty, then
 * merge and store in one transaction, together with the raw answers. Nothing of a refused answer is stored, and an answer
 * with less data removes nothing that is known.
 */
import { MAX_COMPANIES, MAX_PROFILES } from '@leadloom/shared/contract/collector-limits';
import { mergeProfile } from '@leadloom/shared/linkedin/parse/merge-profile';
import type { ProfileSnapshot, Sections } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { invalidProfileUrlMessage, readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { createWorkThread } from '../../../process/work-thread.ts';
import { isVerified, requireRoom, requireShare } from '../../accounts/storage-room.service.ts';
import { recordAlertEvents } from '../../events/alert-events.service.ts';
import type { PersonFacts } from '../../suppression/person/person-keys.ts';
import { profileFacts } from '../../suppression/profile-facts.service.ts';
import { refuseSuppressed } from '../../suppression/suppressions.service.ts';
import { dropEntry, lockEntries, recordEntryProfile, recordEntryProgress } from '../jobs/entries.repository.ts';
import { recordProfileChange } from '../profiles/profile-changes.ts';
import { isWhole, recordProfileEvent } from '../profiles/profile-events.ts';
import { countProfiles, findByMember, hasMember, hasWorkspace, lockProfile } from '../profiles/profiles.repository.ts';
import { isMemberId } from '../profiles/read-profile.ts';
import { keepAnswers } from '../raw-answers/raw-answers.repository.ts';
import { postponeProfile } from '../recollections/recollections.repository.ts';
import { countOtherCompanies, writeCompany } from './companies.repository.ts';
import { readCompanyIdentity } from './company-identity.ts';
import { type AcceptedAnswers, type ReadResult, type ReadTask, readAnswers, sentAnswer } from './read-answers.ts';
import { addressOf, storeProfile } from './store-profile.ts';

const thread = createWorkThread<ReadTask, ReadResult>(new URL('./answers-worker.ts', import.meta.url));

interface ProfileAnswers {
  readonly url: string;
  readonly p1?: unknown;
  readonly p2?: unknown;
  /** Pages of typed rows: an answer, or a list of answers. */
  readonly positions?: unknown;
  readonly educations?: unknown;
}

/** The sections that are stored, and the endpoint that has their rows. */
const typedResources = { experience: 'profilePositions', education: 'profileEducations' } as const;

const sectionSlots = ['p', 'ex', 'ed', 'c', 'i'] as const;

type SectionAnswers = { readonly profile_id: string } & { readonly [Slot in (typeof sectionSlots)[number]]?: unknown };

interface StoredResult {
  readonly profile_id: string;
  readonly user_id: string;
  readonly email: string | null;
  readonly sections: Sections;
  readonly missing_experiences: number | null;
  readonly collected: boolean;
}

interface ProfileResult extends StoredResult, Pick<ProfileSnapshot['profile'], 'full_name' | 'company_name'> {
  readonly profile_url: string;
  readonly next_sections: NextSection[];
}

interface NextSection {
  readonly resource: (typeof typedResources)[keyof typeof typedResources];
  readonly start: number;
}

interface SectionsResult extends StoredResult {
  readonly next_experience_page: { readonly list_urn: string; readonly start: number } | null;
}

/**
 * Stores a profile for the workspace and records it in the entry of the account it was fetched for, which counts as
 * downloaded once it is whole.
 * @throws {AppError} PROFILE.URL_INVALID, PROFILE.LIMIT_REACHED, PROFILE.MEMBER_LIMIT_REACHED, PROFILE.SUPPRESSED,
 * PARSE.UNREADABLE, PARSE.OTHER_MEMBER
 */
export async function parseProfile(
  platform: Platform,
  { accountId, workspaceId }: Member,
  { url, ...answers }: ProfileAnswers,
): Promise<ProfileResult> {
  const address = readProfileUrl(url);
  if (address === null) throw new AppError('PROFILE.URL_INVALID', { message: invalidProfileUrlMessage(url) });
  const { snapshot: fresh, raw, typedNext } = await accept(platform, workspaceId, address.slug, { ...answers });
  const memberId = fresh.profile.profile_id;
  const storing = platform.database.transaction(async (transaction) => {
    await lockProfile(transaction, workspaceId, memberId);
    const known = await findByMember(transaction, workspaceId, memberId);
    const merged = mergeProfile(known?.snapshot ?? null, fresh);
    await refuseSuppressed(
      platform,
      transaction,
      workspaceId,
      identityOf(merged, [address.key, addressOf(merged, address.url).key]),
    );
    // An answer may name the member and nothing else. That is not a profile yet.
    if (merged.profile.full_name === null) throw new AppError('PARSE.UNREADABLE');
    if (known === null) {
      const { all, own } = await countProfiles(transaction, { accountId, workspaceId });
      const limit = MAX_PROFILES;
      await requireRoom(transaction, workspaceId, { limit, total: all + 1, code: 'PROFILE.LIMIT_REACHED' });
      await requireShare(transaction, workspaceId, { limit, own: own + 1, code: 'PROFILE.MEMBER_LIMIT_REACHED' });
    }
    const at = platform.now();
    const fallbackUrl = known?.profileUrl ?? address.url;
    const before = known?.snapshot ?? null;
    const stored = await storeProfile(transaction, { accountId, workspaceId }, merged, { before, fallbackUrl, at });
    const origin = { workspaceId, profileId: stored.id, identity: address.slug, receivedAt: at };
    await keepAnswers(transaction, origin, raw, platform.config.rawAnswerQuotaBytes);
    let fields: readonly string[] = [];
    if (known !== null) fields = await recordProfileChange(transaction, workspaceId, known, merged, 'collected', at);
    else {
      const event = { subjectId: stored.id, change: 'added', name: merged.profile.full_name } as const;
      await recordAlertEvents(transaction, { workspaceId, kind: 'people' }, [event], at);
    }
    await recordProfileEvent(transaction, workspaceId, { before, after: merged, fields }, stored, at);
    const { profileUrl, profileKey } = stored;
    await lockEntries(transaction, accountId);
    await postponeProfile(transaction, workspaceId, stored.id, at);
    await recordEntryProfile(
      transaction,
      accountId,
      [...new Set([address.key, profileKey])],
      { profileId: memberId, userId: stored.id, profileUrl, email: merged.profile.email, isWhole: isWhole(merged) },
      at,
    );
    const { full_name, company_name } = merged.profile;
    const next_sections = nextSections(merged.sections, typedNext);
    return { ...toResult(stored.id, merged), profile_url: profileUrl, full_name, company_name, next_sections };
  });
  return storing.catch(async (error: unknown) => {
    // The entry is removed, because the next download would fetch the profile again.
    if (error instanceof AppError && error.code === 'PROFILE.SUPPRESSED')
      await dropEntry(platform.database, accountId, [address.key, memberId.toLowerCase()]);
    throw error;
  });
}

/**
 * Adds section answers to a profile this workspace has.
 * @throws {AppError} PROFILE.NOT_FOUND, PROFILE.SUPPRESSED, PARSE.UNREADABLE, PARSE.OTHER_MEMBER
 */
export async function parseComponents(
  platform: Platform,
  { accountId, workspaceId }: Member,
  answers: SectionAnswers,
): Promise<SectionsResult> {
  const { profile_id: memberId, ...slots } = answers;
  if (!isMemberId(memberId) || !(await hasMember(platform.database, workspaceId, memberId)))
    throw new AppError('PROFILE.NOT_FOUND');
  const payloads = Object.fromEntries(sectionSlots.map((slot) => [slot, slots[slot]]));
  const { snapshot: fresh, raw, nextPage } = await accept(platform, workspaceId, memberId, payloads);
  return platform.database.transaction(async (transaction) => {
    await lockProfile(transaction, workspaceId, memberId);
    const known = await findByMember(transaction, workspaceId, memberId);
    if (known === null)
      throw new AppError((await hasWorkspace(transaction, workspaceId)) ? 'PROFILE.NOT_FOUND' : 'AUTH.SESSION_EXPIRED');
    const merged = mergeProfile(known.snapshot, fresh);
    await refuseSuppressed(platform, transaction, workspaceId, identityOf(merged, [addressOf(merged, known.profileUrl).key]));
    const at = platform.now();
    const fallbackUrl = known.profileUrl;
    const before = known.snapshot;
    const stored = await storeProfile(transaction, { accountId, workspaceId }, merged, { before, fallbackUrl, at });
    const { id } = stored;
    const origin = { workspaceId, profileId: id, identity: memberId, receivedAt: at };
    await keepAnswers(transaction, origin, raw, platform.config.rawAnswerQuotaBytes);
    const fields = await recordProfileChange(transaction, workspaceId, known, merged, 'collected', at);
    await recordProfileEvent(transaction, workspaceId, { before, after: merged, fields }, stored, at);
    await lockEntries(transaction, accountId);
    await recordEntryProgress(transaction, accountId, id, { email: merged.profile.email, isWhole: isWhole(merged) }, at);
    return {
      ...toResult(id, merged),
      next_experience_page: nextPage === null ? null : { list_urn: nextPage.listUrn, start: nextPage.start },
    };
  });
}

interface CompanyAnswer {
  readonly url: string;
  readonly companyResponse?: unknown;
}

/**
 * Stores a company for this workspace alone.
 * @throws {AppError} REQUEST.INVALID for a URL that is not a company's, PROFILE.LIMIT_REACHED, PARSE.UNREADABLE,
 *   PARSE.OTHER_MEMBER
 */
export async function parseCompany(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  { url, companyResponse }: CompanyAnswer,
): Promise<{ readonly company_id: string; readonly company_name: string }> {
  const identity = readCompanyIdentity(url);
  if (identity === null) throw new AppError('REQUEST.INVALID', { message: 'The URL is not a LinkedIn company page.' });
  const read = await readAnywhere({ kind: 'company', identity, answer: sentAnswer('company', companyResponse) });
  if (read.kind !== 'company') throw new Error('a company was read as something else');
  const { company: result } = read;
  if (!result.ok && result.kind === 'other_company')
    throw new AppError('PARSE.OTHER_MEMBER', {
      message: 'The response is about a different company. Nothing was stored.',
    });
  if (!result.ok || result.company.company_name === null) throw new AppError('PARSE.UNREADABLE');
  const { company_id: companyId, company_name: name, universal_name: universalName, company_url, website } = result.company;
  // A company that the workspace has already is only updated.
  const total = (await countOtherCompanies(database, workspaceId, companyId)) + 1;
  await requireRoom(database, workspaceId, { limit: MAX_COMPANIES, total, code: 'PROFILE.LIMIT_REACHED' });
  await writeCompany(database, workspaceId, { companyId, name, universalName, url: company_url, website }, now());
  return { company_id: companyId, company_name: name };
}

/**
 * Raw answers are kept only for verified accounts, because accounts are free to create and disk space is limited.
 * @param contents by the slot they were sent in
 * @throws {AppError} PARSE.UNREADABLE, PARSE.OTHER_MEMBER
 */
async function accept(
  { config, database }: Platform,
  workspaceId: WorkspaceId,
  identity: string,
  contents: Readonly<Record<string, unknown>>,
): Promise<AcceptedAnswers> {
  const isStored = config.rawAnswerDays > 0 && (await isVerified(database, workspaceId));
  const answers = Object.entries(contents).map(([slot, content]) => sentAnswer(slot, content));
  const read = await readAnywhere({ kind: 'profile', identity, answers, isStored });
  if (read.kind === 'refused') throw new AppError(read.code);
  if (read.kind !== 'profile') throw new Error('a profile was read as something else');
  return read.accepted;
}

/** The rows to ask for of each section that is not complete. */
function nextSections(sections: Sections, typedNext: AcceptedAnswers['typedNext']): NextSection[] {
  return (['experience', 'education'] as const).flatMap((section) => {
    const start = typedNext[section];
    return start === null || sections[section] === 'complete' ? [] : [{ resource: typedResources[section], start }];
  });
}

function identityOf({ profile }: ProfileSnapshot, profileKeys: readonly string[]): PersonFacts {
  const { profile_id: memberId, full_name: name, email, company_name: employer } = profile;
  return profileFacts({ memberId, profileKeys, name, email, employer });
}

function toResult(id: number, snapshot: ProfileSnapshot): StoredResult {
  const { profile, sections, missingExperiences } = snapshot;
  return {
    profile_id: profile.profile_id,
    user_id: String(id),
    email: profile.email,
    sections,
    missing_experiences: missingExperiences,
    collected: isWhole(snapshot),
  };
}

/** Reads answers where it blocks nobody: small ones at once, large ones in a thread. Documents are gone afterwards. */
async function readAnywhere(task: ReadTask): Promise<ReadResult> {
  const answers = task.kind === 'profile' ? task.answers : [task.answer];
  const memory = answers.flatMap(({ document }) => (document === null ? [] : [document.bytes.buffer]));
  // Only a large body has documents; the values of a small one were parsed with it.
  if (memory.length === 0) return readAnswers(task);
  const result = await thread.run(task, memory);
  if (result.kind !== 'profile' || result.accepted.raw === null) return result;
  // Buffers arrive as plain bytes.
  const raw = result.accepted.raw.map(({ slot, content, digest }) => ({
    slot,
    content: Buffer.from(content.buffer, content.byteOffset, content.length),
    digest: Buffer.from(digest.buffer, digest.byteOffset, digest.length),
  }));
  return { ...result, accepted: { ...result.accepted, raw } };
}
