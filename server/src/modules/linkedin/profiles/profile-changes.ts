/**
 * The history of a collected profile: its values before an answer changed them. Decides which fields count, and that the
 * answers of one collection are one change.
 */

import { peopleAlertFields } from '@leadloom/shared/contract/alert-fields';
import type { ProfileChange } from '@leadloom/shared/contract/collected-profiles';
import { MAX_PROFILE_CHANGES } from '@leadloom/shared/contract/collector-limits';
import type { ParsedProfile, ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfileChanges } from '../../../schema/linkedin.table.ts';
import { limitFor } from '../../accounts/storage-room.service.ts';
import { recordAlertEvents } from '../../events/alert-events.service.ts';
import { joinProfileChanges } from './join-profile-changes.ts';

/** A collection fetches its sections one after the other. Answers after this time belong to another collection. */
const ONE_COLLECTION_MINUTES = 10;

/** No screen shows more. The download of my data has all of them. */
const MAX_LISTED_CHANGES = 200;
/**
 * Bytes of the listed changes; the first change that exceeds them is the last. A change has tens of kilobytes in the worst
 * case.
 */
const MAX_LISTED_BYTES = 1024 * 1024;

const REPORTED_FIELDS: ReadonlySet<string> = new Set(peopleAlertFields);

type ChangeCause = 'collected' | 'reparse';

/** A stored profile as it was before. */
interface ProfileBefore {
  readonly id: number;
  /** When the profile was first stored. */
  readonly collectedAt: Date;
  readonly snapshot: ProfileSnapshot;
}

/**
 * Records the changes of a profile, in the transaction that stores them and under its `lockProfile`. Nothing is recorded
 * if nothing changed, nor for answers that complete a first collection. Changes with the same cause within
 * ONE_COLLECTION_MINUTES are joined, and removed if they cancel each other out.
 * @param after what is stored now
 * @returns the fields that this answer changed in what was collected before
 */
export async function recordProfileChange(
  transaction: Connection,
  workspaceId: WorkspaceId,
  before: ProfileBefore,
  after: ProfileSnapshot,
  cause: ChangeCause,
  at: Date,
): Promise<readonly string[]> {
  const fresh = profileChanges(before.snapshot.profile, after.profile);
  const since = new Date(at.getTime() - ONE_COLLECTION_MINUTES * 60_000);
  if (fresh.length === 0 || (cause === 'collected' && before.collectedAt > since)) return [];
  const fields = fresh
    .filter(({ field }) => REPORTED_FIELDS.has(field))
    .map(({ field, before: from, after: to }) => ({ field, from, to }));
  if (cause === 'collected' && fields.length > 0) {
    const event = { subjectId: before.id, change: 'changed', fields, name: after.profile.full_name } as const;
    await recordAlertEvents(transaction, { workspaceId, kind: 'people' }, [event], at);
  }
  const [last] = await transaction
    .select({
      id: linkedinProfileChanges.id,
      cause: linkedinProfileChanges.cause,
      changes: linkedinProfileChanges.changes,
      changedAt: linkedinProfileChanges.changedAt,
    })
    .from(linkedinProfileChanges)
    .where(and(eq(linkedinProfileChanges.workspaceId, workspaceId), eq(linkedinProfileChanges.profileId, before.id)))
    .orderBy(desc(linkedinProfileChanges.id))
    .limit(1);
  if (last === undefined || last.cause !== cause || last.changedAt <= since) {
    await transaction
      .insert(linkedinProfileChanges)
      .values({ workspaceId, profileId: before.id, cause, changes: [...fresh], changedAt: at });
    const beyond = transaction
      .select({ id: linkedinProfileChanges.id })
      .from(linkedinProfileChanges)
      .where(eq(linkedinProfileChanges.profileId, before.id))
      .orderBy(desc(linkedinProfileChanges.id))
      .offset(await limitFor(transaction, workspaceId, MAX_PROFILE_CHANGES));
    await transaction
      .delete(linkedinProfileChanges)
      .where(and(eq(linkedinProfileChanges.workspaceId, workspaceId), inArray(linkedinProfileChanges.id, beyond)));
    return changedFields(fresh);
  }
  const changes = joinProfileChanges(last.changes, fresh);
  const isLast = and(eq(linkedinProfileChanges.workspaceId, workspaceId), eq(linkedinProfileChanges.id, last.id));
  if (changes.length === 0) await transaction.delete(linkedinProfileChanges).where(isLast);
  else
    await transaction
      .update(linkedinProfileChanges)
      .set({ changes: [...changes] })
      .where(isLast);
  return changedFields(fresh);
}

/** `experiences_changed` is a change of `experiences`. */
function changedFields(changes: readonly ProfileChange[]): readonly string[] {
  return changes.map(({ field }) => field.replace(/_changed$/, ''));
}

/** Lists changes, newest first, at most MAX_LISTED_CHANGES, and fewer where they are large. */
export async function listProfileChanges(
  connection: Connection,
  workspaceId: WorkspaceId,
  profileId: number,
): Promise<{ readonly cause: ChangeCause; readonly changes: ProfileChange[]; readonly changedAt: Date }[]> {
  const size = sql<number>`octet_length(${linkedinProfileChanges.changes}::text)`;
  const latest = connection
    .select({
      id: linkedinProfileChanges.id,
      cause: linkedinProfileChanges.cause,
      changes: linkedinProfileChanges.changes,
      changedAt: linkedinProfileChanges.changedAt,
      bytesBefore: sql<number>`(sum(${size}) over (order by ${linkedinProfileChanges.id} desc) - ${size})::int`.as(
        'bytes_before',
      ),
    })
    .from(linkedinProfileChanges)
    .where(and(eq(linkedinProfileChanges.workspaceId, workspaceId), eq(linkedinProfileChanges.profileId, profileId)))
    .orderBy(desc(linkedinProfileChanges.id))
    .limit(MAX_LISTED_CHANGES)
    .as('latest');
  const rows = await connection
    .select({ cause: latest.cause, changes: latest.changes, changedAt: latest.changedAt })
    .from(latest)
    .where(lte(latest.bytesBefore, MAX_LISTED_BYTES))
    .orderBy(desc(latest.id));
  return rows;
}

/**
 * Fields by their names in the contract. Pictures do not count, because their URLs are signed anew in every answer. Lists
 * of equal length report how many of their items differ, as `experiences_changed`.
 */
export function profileChanges(before: ParsedProfile, after: ParsedProfile): readonly ProfileChange[] {
  return [
    // Section answers do not name the address.
    ...change('profile_url', before.profile_url, after.profile_url ?? before.profile_url),
    ...change('full_name', before.full_name, after.full_name),
    ...change('headline', before.headline, after.headline),
    ...change('description', before.description, after.description),
    ...change('location', before.location, after.location),
    ...change('country', before.country, after.country),
    ...change('company_name', before.company_name, after.company_name),
    ...change('company_url', before.company_url, after.company_url),
    ...change('email', before.email, after.email),
    ...change('phones', listText(before.phones), listText(after.phones)),
    ...change('websites', listText(before.websites), listText(after.websites)),
    ...change('connection_count', before.connection_count, after.connection_count),
    ...change('follower_count', before.follower_count, after.follower_count),
    ...listChange('experiences', before.experiences, after.experiences),
    ...listChange('educations', before.educations, after.educations),
  ];
}

function change(field: string, before: ProfileChange['before'], after: ProfileChange['after']): readonly ProfileChange[] {
  return before === after ? [] : [{ field, before, after }];
}

function listChange(field: string, before: readonly object[], after: readonly object[]): readonly ProfileChange[] {
  if (before.length !== after.length) return change(field, before.length, after.length);
  const known = new Set(before.map(entryText));
  const others = after.filter((entry) => !known.has(entryText(entry))).length;
  return others === 0 ? [] : [{ field: `${field}_changed`, before: null, after: others }];
}

/** The text of an entry, by which entries are compared. Parsed and stored rows hold the same fields in another order. */
function entryText(entry: object): string {
  return JSON.stringify(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function listText(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}
