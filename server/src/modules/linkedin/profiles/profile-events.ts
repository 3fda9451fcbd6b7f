/** Events about collected profiles for webhooks. */
import type { ProfileSnapshot } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import { and, eq, inArray } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { recordProfileChanged, recordWebhookEvents } from '../../events/webhook-events.service.ts';

interface StoredProfile {
  readonly id: number;
  readonly profileUrl: string;
  readonly headline: string | null;
}

/**
 * Whether all parts are stored: a response carried the contact, and every role is there. Only the collector knows what
 * LinkedIn refuses to show; it saves the entry as downloaded then.
 */
export function isWhole({ sections }: Pick<ProfileSnapshot, 'sections'>): boolean {
  return sections.contact === 'complete' && sections.experience === 'complete';
}

/**
 * A profile that became whole was collected; one that was whole has changed.
 * @param fields that the answer changed
 */
export async function recordProfileEvent(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { before, after, fields }: { before: ProfileSnapshot | null; after: ProfileSnapshot; fields: readonly string[] },
  { id, profileUrl }: Pick<StoredProfile, 'id' | 'profileUrl'>,
  at: Date,
): Promise<void> {
  if (!isWhole(after)) return;
  const data = dataOf({ id, profileUrl, headline: after.profile.headline });
  if (before === null || !isWhole(before))
    await recordWebhookEvents(transaction, workspaceId, [{ type: 'profile.collected', data }], at);
  else if (fields.length > 0) await recordProfileChanged(transaction, workspaceId, { ...data, fields }, at);
}

/** Records profiles of which LinkedIn does not show every part. */
export async function recordCollectedInPart(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  at: Date,
): Promise<void> {
  if (profileIds.length === 0) return;
  const { id, profileUrl, headline } = linkedinProfiles;
  const profiles = await transaction
    .select({ id, profileUrl, headline })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), inArray(id, [...profileIds])));
  const events = profiles.map((profile) => ({ type: 'profile.collected' as const, data: dataOf(profile) }));
  await recordWebhookEvents(transaction, workspaceId, events, at);
}

function dataOf({ id, profileUrl, headline }: StoredProfile) {
  return { user_id: String(id), slug: readProfileUrl(profileUrl)?.slug ?? '', headline };
}
