/** Workspaces for stories of people who work together. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { Usage } from '@leadloom/shared/contract/usage';
import { firstRights, workspaceRights } from '@leadloom/shared/contract/workspace-roles';
import type { Workspace, WorkspaceMember } from '@leadloom/shared/contract/workspaces';
import { aUser } from './user.ts';

export function aPersonalWorkspace(): Workspace {
  return { id: 1, name: 'Personal', role: 'owner', rights: [...workspaceRights], members: 1, is_personal: true };
}

/** One that the account owns; pass what the story is about. */
export function aSharedWorkspace(changes: Partial<Workspace> = {}): Workspace {
  return { id: 12, name: 'Warp & Weft', role: 'owner', rights: [...workspaceRights], members: 3, is_personal: false, ...changes };
}

/** The account, as it is in the workspace. */
export function aUserIn({ members: _, ...workspace }: Workspace, changes: Partial<User> = {}): User {
  return aUser({ workspace, ...changes });
}

export function aMember(changes: Partial<WorkspaceMember> = {}): WorkspaceMember {
  return {
    account_id: 2,
    email: 'kim@example.com',
    full_name: 'Kim Lund',
    role: 'member',
    rights: [...firstRights],
    joined_at: '2098-01-10T12:00:00.000Z',
    last_seen_at: '2098-02-10T12:00:00.000Z',
    exports: 120,
    export_limit: null,
    ...changes,
  };
}

/** What a session reads of a workspace's usage. @param member the reader's own part; null: there is none */
export function aUsage(member: Usage['member'] = null): Usage {
  const { usage } = aUser();
  return { ...usage, member, storage: { used_bytes: 0, limit_bytes: 200 * 1024 * 1024 }, speed: null };
}

/** Makes the workspace that of this tab, as an earlier visit did. @param account the subject of the session */
export function workIn(workspace: Workspace, account = '1'): void {
  const { members: _, ...stored } = workspace;
  sessionStorage.setItem('leadloom-workspace', JSON.stringify({ account, workspace: stored }));
}
