/** The workspace that is shown, and what may be done in it. */
import { missingFor, missingSentence, workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import { type WorkspaceRight, type WorkspaceRole, workspaceRights } from '@leadloom/shared/contract/workspace-roles';
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

/** Why the endpoint would refuse the account in this workspace, as a sentence; null: it would not, for its role and rights. */
export function useMay(endpoint: Parameters<typeof workspaceNeedOf>[0]): string | null {
  const workspace = useWorkspace();
  const need = workspaceNeedOf(endpoint);
  const missing = need === null ? null : missingFor(need, workspace);
  return missing === null ? null : missingSentence(missing);
}
