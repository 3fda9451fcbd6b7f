/** Why something would be refused in the workspace that is shown. Loaded by what is about workspaces, and not by first visits. */
import { missingFor, missingSentence, workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import type { Needs } from './needs.ts';
import { type ShownWorkspace, useWorkspace } from './use-workspace.ts';

/** @returns why the account may not call it, as a sentence; null: its role and rights allow it */
export function useMay(needs: Needs): string | null {
  return whyRefused(needs, useWorkspace());
}

export function whyRefused(needs: Needs, workspace: Pick<ShownWorkspace, 'role' | 'rights'>): string | null {
  const need = workspaceNeedOf(needs);
  const missing = need === null ? null : missingFor(need, workspace);
  return missing === null ? null : missingSentence(missing);
}
