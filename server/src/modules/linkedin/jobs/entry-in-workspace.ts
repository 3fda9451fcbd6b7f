/** How an entry of an account's list looks in one workspace. The list is the same in all of them, and what was collected is not. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { ListedEntry } from './plan-save.ts';

export function toCollectorEntry(entry: ListedEntry, accountId: number): CollectorEntry {
  const row = inWorkspace(entry);
  return {
    id: row.id,
    url: row.url,
    collected: row.collected,
    status: row.status,
    profile_id: row.profileId,
    user_id: row.userId === null ? null : String(row.userId),
    profile_url: row.profileUrl,
    email: row.email,
    name: row.name,
    employer: row.employer,
    found_by: row.foundBy,
    ...collectedByAnother(entry, accountId),
  };
}

/**
 * The entry as it is in the workspace of the call. Who was collected for another workspace is not collected here, and whom
 * the workspace has already need not be collected again.
 */
function inWorkspace(entry: ListedEntry): ListedEntry {
  const { there, userId } = entry;
  if (there === null) return userId === null ? entry : { ...entry, ...notCollected };
  if (there.userId === userId) return entry;
  const { profileId, profileUrl, email } = there;
  return { ...entry, collected: true, status: 'ok', userId: there.userId, profileId, profileUrl, email };
}

const notCollected = { collected: false, status: null, profileId: null, userId: null, profileUrl: null, email: null } as const;

function collectedByAnother({ there, userId }: ListedEntry, accountId: number): Pick<CollectorEntry, 'collected_by'> {
  if (there === null || there.userId === userId || there.collector.accountId === accountId) return {};
  const { email, name, at } = there.collector;
  return { collected_by: { email, name, at: at.toISOString() } };
}
