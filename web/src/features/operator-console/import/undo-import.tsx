/** Undoes an import, after it has said what that does and what it cannot undo. */
import { type Import, type UndoCounts, undoImport } from '@leadloom/shared/contract/imports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

export function UndoImport({ of: { id, file } }: { readonly of: Pick<Import, 'id' | 'file'> }) {
  const [plan, setPlan] = useState<UndoCounts | null>(null);
  const queryClient = useQueryClient();
  const { withProof, proofDialog } = useOwnerProof();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const params = { import_id: id };

  const onAsk = () =>
    submit(async () => {
      const planned = await withProof(() => call(undoImport, { params, query: { dry_run: 'true' } }));
      if (planned !== null) setPlan(planned.result);
    });

  async function onUndo(): Promise<void> {
    let isDone = false;
    await submit(async () => {
      isDone = (await withProof(() => call(undoImport, { params, query: {} }))) !== null;
    });
    await queryClient.invalidateQueries({ queryKey: ['console'] });
    if (!isDone) return;
    setPlan(null);
    showSnackbar('success', `The import of ${file} is undone.`);
  }

  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        disabled={isSending}
        onClick={() => void onAsk()}
        aria-label={`Undo ${file}`}
      >
        Undo
      </Button>
      {plan === null && failure !== null && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
          {failure.message}
        </Box>
      )}
      {plan !== null && (
        <ConfirmDialog
          title={`Undo the import of ${file}?`}
          text={
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {sentencesOf(plan).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Box>
          }
          confirmLabel="Undo import"
          isDestructive
          isWorking={isSending}
          failure={failure?.message ?? null}
          onConfirm={() => void onUndo()}
          onClose={() => {
            setPlan(null);
            clearFailure();
          }}
        />
      )}
      {proofDialog}
    </>
  );
}

/** What cannot be undone comes first. */
function sentencesOf({ deleted, restored, changed_since: changed, deleted_since: gone }: UndoCounts): readonly string[] {
  return [
    ...(changed > 0 ? [`Changed since, and left as they are: ${formatRows(changed)}.`] : []),
    ...(gone > 0 ? [`Deleted since, and not brought back: ${formatRows(gone)}.`] : []),
    `Added by the import, and deleted: ${formatRows(deleted)}.`,
    `Changed by the import, and restored: ${formatRows(restored)}.`,
    'This cannot be reversed. To have the rows back, import the file again.',
  ];
}
