/** Shares a list with the workspace, or makes it private. Not shown where nobody else could see it. */
import type { RowList } from '@leadloom/shared/contract/my-rows';
import Button from '@mui/material/Button';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { saveList } from '../../lib/my-rows/save-list.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { canShare, otherVisibility, sharedText, shareLabel } from '../../lib/workspace/mine-and-shared.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { May } from '../workspace/may.tsx';

export function ShareListButton({ list }: { readonly list: RowList }) {
  const workspace = useWorkspace();
  const reader = useKnownMe()?.email;
  const reload = useReloadMyRows();
  const { isSending, submit } = useSubmission();
  if (!canShare(list, workspace, reader)) return null;
  const label = shareLabel(list, workspace, reader);

  async function share(): Promise<void> {
    const visibility = otherVisibility(list);
    await submit(async () => {
      if (await saveList(list, { visibility })) showSnackbar('success', sharedText(list.name, { visibility }, workspace));
    }, showRefusal);
    await reload();
  }

  return (
    <May needs={changing}>
      <Button size="small" disabled={isSending} aria-label={`${label}: ${list.name}`} title={label} onClick={() => void share()}>
        {list.visibility === 'workspace' ? 'Make private' : 'Share'}
      </Button>
    </May>
  );
}
