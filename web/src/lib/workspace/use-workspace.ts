/** The workspace that is shown, and what the account is in it. */
import type { WorkspaceRight, WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { workspaceRights } from '@leadloom/shared/contract/workspace-roles';
import { PERSONAL_WORKSPACE_NAME } from '@leadloom/shared/domain/workspace-names';
import { useSyncExternalStore } from 'react';
import { useAccountKey } from '../session/session.ts';
import { onTabWorkspace, tabWorkspace } from './tab-workspace.ts';

export interface ShownWorkspace {
  readonly id: number;
  /** Empty until the server has answered for the first time. */
  readonly name: string;
  readonly role: WorkspaceRole;
  readonly rights: readonly WorkspaceRight[];
  /** The account's own, which has no other member. */
  readonly isPersonal: boolean;
}

export function useWorkspace(): ShownWorkspace {
  const account = useAccountKey();
  const workspace = useSyncExternalStore(onTabWorkspace, tabWorkspace);
  if (workspace === null)
    return { id: Number(account), name: PERSONAL_WORKSPACE_NAME, role: 'owner', rights: workspaceRights, isPersonal: true };
  const { id, name, role, rights, is_personal: isPersonal } = workspace;
  return { id, name, role, rights, isPersonal };
}
