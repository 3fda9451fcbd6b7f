/** What members did in a workspace, as others read it. Lines are kept for 400 days, and the newest of a busy workspace. */
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { isRoleEnough } from '@leadloom/shared/contract/workspace-roles';
import { ACTIVITY_RETENTION_DAYS, activityActions, type WorkspaceActivity } from '@leadloom/shared/contract/workspaces';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import type { Membership } from '../../http/workspace.ts';
import type { Platform } from '../../platform.ts';
import { accountInTarget, describeTarget } from './member-target.ts';
import { readEmails } from './members.repository.ts';
import * as repository from './workspace-activity.repository.ts';

const DAY = 24 * 3600 * 1000;
/** Lines of one workspace; a member who does the same thing all day long must not fill the disk. */
const MOST_LINES = 200_000;
const DELETED_AT_ONCE = 10_000;

interface Reader extends Pick<Membership, 'workspaceId' | 'role'> {
  readonly accountId: number;
}

/** Newest first: to owners and admins everybody's, to others their own. */
export async function listActivity({ database }: Platform, { workspaceId, accountId, role }: Reader, page: PageQuery) {
  const whose = isRoleEnough(role, 'admin') ? null : accountId;
  const { rows, total } = await repository.listActivity(database, workspaceId, whose, rowsOfPage(page));
  const named = rows.flatMap((row) => [row.accountId, accountInTarget(row.action, row.target)]);
  const emails = await readEmails(
    database,
    [...new Set(named)].filter((id) => id !== null),
  );
  return { data: rows.flatMap((row) => toActivity(row, emails)), total };
}

/** @param stopping ends it after the statement that runs */
export async function forgetOldActivity({ database, now }: Platform, stopping: AbortSignal): Promise<void> {
  const oldest = new Date(now().getTime() - ACTIVITY_RETENTION_DAYS * DAY);
  while (!stopping.aborted) if ((await repository.deleteBefore(database, oldest, DELETED_AT_ONCE)) < DELETED_AT_ONCE) break;
  if (!stopping.aborted) await repository.keepNewest(database, MOST_LINES);
}

/** A server of a later version may have noted an action that this one does not know. */
function toActivity(
  { accountId, at, action: stored, target, rows }: repository.StoredActivity,
  emails: ReadonlyMap<number, string>,
): WorkspaceActivity[] {
  const action = activityActions.find((known) => known === stored);
  if (action === undefined) return [];
  return [
    {
      at: at.toISOString(),
      by: accountId === null ? null : (emails.get(accountId) ?? FORMER_MEMBER),
      action,
      target: describeTarget(action, target, emails),
      ...(rows === null ? {} : { rows }),
    },
  ];
}
