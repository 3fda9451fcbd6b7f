/**
 * Stores what the extension fetched. The order: parse (pure), refuse answers that are about another member or empty, then
 * merge and store in one transaction, together with the raw answers. Nothing of a refused answer is stored, and an answer
 * with less data removes nothing that is known.
 */
import { mergeProfile } from '@leadloom/shared/linkedin/parse/merge-profile';
import { parseCompany as readCompanyAnswer } from '@leadloom/shared/linkedin/parse/parse-company';
import { parseProfile as readProfileAnswers } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { NextPage, ProfileSnapshot, Sections } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { invalidProfileUrlMessage, readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { recordAlertEvents } from '../../alerts/alert-events.service.ts';
import { profileFacts } from '../../erasure/profile-facts.service.ts';
import { type PersonFacts, refuseSuppressed } from '../../erasure/suppressions.service.ts';
import { dropEntry, lockEntries, recordEntryProfile, recordEntryProgress } from '../jobs/entries.repository.ts';
import { recordProfileChange } from '../profiles/profile-changes.ts';
import { isWhole, recordProfileEvent } from '../profiles/profile-events.ts';
import {
  findByMember,
  hasAccount,
  hasMember,
  isVerified,
  lockProfile,
  profileStanding,
} from '../profiles/profiles.repository.ts';
import { isMemberId } from '../profiles/read-profile.ts';
import { keepAnswers } from '../raw-answers/raw-answers.repository.ts';
import { type PackedAnswer, packAnswers, type SlottedAnswer } from '../raw-answers/raw-answers.ts';
import { postponeProfile } from '../recollections/recollections.repository.ts';
import { acceptedSnapshot } from './accept-answers.ts';
import { countOtherCompanies, writeCompany } from './companies.repository.ts';
import { readCompanyIdentity } from './company-identity.ts';
import { requireRoom } from './storage-limits.ts';
import { addressOf, storeProfile } from './store-profile.ts';

interface ProfileAnswers {
  readonly url: string;
  readonly p1?: unknown;
  readonly p2?: unknown;
}

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

interface SectionsResult extends StoredResult {
  readonly next_experience_page: { readonly list_urn: string; readonly start: number } | null;
}

/**
 * Stores a profile and records it in the entries it was fetched for. They count as downloaded once it is whole.
 * @throws {AppError} PROFILE.URL_INVALID, PROFILE.LIMIT_REACHED, PROFILE.SUPPRESSED, PARSE.UNREADABLE, PARSE.OTHER_MEMBER
 */
export async function parseProfile(
  platform: Platform,
  accountId: number,
  { url, p1, p2 }: ProfileAnswers,
): Promise<StoredResult & Pick<ProfileSnapshot['profile'], 'full_name' | 'company_name'> & { readonly profile_url: string }> {
  const address = readProfileUrl(url);
  if (address === null) throw new AppError('PROFILE.URL_INVALID', { message: invalidProfileUrlMessage(url) });
  const answers = [
    { slot: 'p1', content: p1 },
    { slot: 'p2', content: p2 },
  ];
  const { snapshot: fresh, raw } = await accept(platform, accountId, address.slug, answers);
  const memberId = fresh.profile.profile_id;
  const storing = platform.database.transaction(async (transaction) => {
    await lockProfile(transaction, accountId, memberId);
    const known = await findByMember(transaction, accountId, memberId);
    const merged = mergeProfile(known?.snapshot ?? null, fresh);
    await refuseSuppressed(
      platform,
      transaction,
      accountId,
      identityOf(merged, [address.key, addressOf(merged, address.url).key]),
    );
    // An answer may name the member and nothing else. That is not a profile yet.
    if (merged.profile.full_name === null) throw new AppError('PARSE.UNREADABLE');
    if (known === null) requireRoom(await profileStanding(transaction, accountId));
    const at = platform.now();
    const fallbackUrl = known?.profileUrl ?? address.url;
    const stored = await storeProfile(transaction, accountId, merged, { before: known?.snapshot ?? null, fallbackUrl, at });
    const origin = { accountId, profileId: stored.id, identity: address.slug, receivedAt: at };
    await keepAnswers(transaction, origin, raw, platform.config.rawAnswerQuotaBytes);
    let fields: readonly string[] = [];
    if (known !== null) fields = await recordProfileChange(transaction, accountId, known, merged, 'collected', at);
    else {
      const event = { subjectId: stored.id, change: 'added', name: merged.profile.full_name } as const;
      await recordAlertEvents(transaction, { accountId, kind: 'people' }, [event], at);
    }
    await recordProfileEvent(transaction, accountId, { before: known?.snapshot ?? null, after: merged, fields }, stored, at);
    const { profileUrl, profileKey } = stored;
    await lockEntries(transaction, accountId);
    await postponeProfile(transaction, accountId, stored.id, at);
    await recordEntryProfile(
      transaction,
      accountId,
      [...new Set([address.key, profileKey])],
      { profileId: memberId, userId: stored.id, profileUrl, email: merged.profile.email, isWhole: isWhole(merged) },
      at,
    );
    const { full_name, company_name } = merged.profile;
    return { ...toResult(stored.id, merged), profile_url: profileUrl, full_name, company_name };
  });
  return storing.catch(async (error: unknown) => {
    // Otherwise it would be fetched again by the next download.
    if (error instanceof AppError && error.code === 'PROFILE.SUPPRESSED')
      await dropEntry(platform.database, accountId, [address.key, memberId.toLowerCase()]);
    throw error;
  });
}

/**
 * Adds section answers to a profile this account has.
 * @throws {AppError} PROFILE.NOT_FOUND, PROFILE.SUPPRESSED, PARSE.UNREADABLE, PARSE.OTHER_MEMBER
 */
export async function parseComponents(platform: Platform, accountId: number, answers: SectionAnswers): Promise<SectionsResult> {
  const { profile_id: memberId, ...slots } = answers;
  if (!isMemberId(memberId) || !(await hasMember(platform.database, accountId, memberId)))
    throw new AppError('PROFILE.NOT_FOUND');
  const payloads = sectionSlots.map((slot) => ({ slot, content: slots[slot] }));
  const { snapshot: fresh, raw, nextPages } = await accept(platform, accountId, memberId, payloads);
  const nextPage = nextPages.find(({ section }) => section === 'experience');
  return platform.database.transaction(async (transaction) => {
    await lockProfile(transaction, accountId, memberId);
    const known = await findByMember(transaction, accountId, memberId);
    if (known === null)
      throw new AppError((await hasAccount(transaction, accountId)) ? 'PROFILE.NOT_FOUND' : 'AUTH.SESSION_EXPIRED');
    const merged = mergeProfile(known.snapshot, fresh);
    await refuseSuppressed(platform, transaction, accountId, identityOf(merged, [addressOf(merged, known.profileUrl).key]));
    const at = platform.now();
    const fallbackUrl = known.profileUrl;
    const stored = await storeProfile(transaction, accountId, merged, { before: known.snapshot, fallbackUrl, at });
    const { id } = stored;
    const origin = { accountId, profileId: id, identity: memberId, receivedAt: at };
    await keepAnswers(transaction, origin, raw, platform.config.rawAnswerQuotaBytes);
    const fields = await recordProfileChange(transaction, accountId, known, merged, 'collected', at);
    await recordProfileEvent(transaction, accountId, { before: known.snapshot, after: merged, fields }, stored, at);
    await lockEntries(transaction, accountId);
    await recordEntryProgress(transaction, accountId, id, { email: merged.profile.email, isWhole: isWhole(merged) }, at);
    return {
      ...toResult(id, merged),
      next_experience_page: nextPage === undefined ? null : { list_urn: nextPage.listUrn, start: nextPage.start },
    };
  });
}

interface CompanyAnswer {
  readonly url: string;
  readonly companyResponse?: unknown;
}

/**
 * Stores a company for this account alone.
 * @throws {AppError} REQUEST.INVALID for a URL that is not a company's, PROFILE.LIMIT_REACHED, PARSE.UNREADABLE,
 *   PARSE.OTHER_MEMBER
 */
export async function parseCompany(
  { database, now }: Platform,
  accountId: number,
  { url, companyResponse }: CompanyAnswer,
): Promise<{ readonly company_id: string; readonly company_name: string }> {
  const identity = readCompanyIdentity(url);
  if (identity === null) throw new AppError('REQUEST.INVALID', { message: 'The URL is not a LinkedIn company page.' });
  const result = readCompanyAnswer({ identity, content: companyResponse });
  if (!result.ok && result.kind === 'other_company')
    throw new AppError('PARSE.OTHER_MEMBER', {
      message: 'The response is about a different company. Nothing was stored.',
    });
  if (!result.ok || result.company.company_name === null) throw new AppError('PARSE.UNREADABLE');
  const { company_id: companyId, company_name: name, universal_name: universalName, company_url, website } = result.company;
  const stored = await countOtherCompanies(database, accountId, companyId);
  requireRoom({ isVerified: await isVerified(database, accountId), stored });
  await writeCompany(database, accountId, { companyId, name, universalName, url: company_url, website }, now());
  return { company_id: companyId, company_name: name };
}

interface AcceptedAnswers {
  readonly snapshot: ProfileSnapshot;
  /** To be stored with the snapshot; null if none are kept. */
  readonly raw: readonly PackedAnswer[] | null;
  readonly nextPages: readonly NextPage[];
}

/**
 * Raw answers are kept only for verified accounts, because accounts are free to create and disk space is limited.
 * @throws {AppError} PARSE.UNREADABLE, PARSE.OTHER_MEMBER
 */
async function accept(
  { config, database }: Platform,
  accountId: number,
  identity: string,
  payloads: readonly SlottedAnswer[],
): Promise<AcceptedAnswers> {
  const result = readProfileAnswers({ identity, payloads });
  if (!result.ok) throw new AppError(result.reason === 'other_member' ? 'PARSE.OTHER_MEMBER' : 'PARSE.UNREADABLE');
  const mayKeep = config.rawAnswerDays > 0 && (await isVerified(database, accountId));
  const raw = mayKeep ? await packAnswers(payloads, result.payloads) : null;
  return { snapshot: acceptedSnapshot(result), raw, nextPages: result.nextPages };
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
