/** An import that runs: how far it is, and the button that stops it. It goes on without this page. */
import { type ImportDetails, stopImport } from '@leadloom/shared/contract/imports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { importQueryKey } from './use-import.ts';

interface ImportProgressProps {
  readonly of: Pick<ImportDetails, 'id' | 'rows_read' | 'is_dry_run' | 'state'>;
  /** Rows of the file, where they are known. */
  readonly total: number | null;
}

export function ImportProgress({ of: { id, rows_read: read, is_dry_run: isDryRun, state }, total }: ImportProgressProps) {
  const queryClient = useQueryClient();
  const [isStopping, setStopping] = useState(false);
  const { isSending, failure, submit } = useSubmission();
  const isUndoing = state === 'undoing';

  async function onStop(): Promise<void> {
    // One that has just ended needs no stopping: its result is shown.
    const isEnded = (code: string) => code === 'IMPORT.NOT_RUNNING';
    const isDone = await submit(
      () => call(stopImport, { params: { import_id: id } }),
      (refusal) => isEnded(refusal.code),
    );
    if (isDone) setStopping(true);
    await queryClient.invalidateQueries({ queryKey: importQueryKey(id) });
  }

  const title = isUndoing ? 'Undoing the import' : isDryRun ? 'Checking the rows' : 'Importing';
  const counted = total === null ? `${formatRows(read)} read` : `${formatCount(read)} of ${formatRows(total)} read`;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: '40rem', minHeight: 132, alignContent: 'start', justifyItems: 'start' }}>
      <Box sx={{ fontWeight: 560 }}>{title}</Box>
      <Box sx={{ width: '100%' }}>
        <ProgressBar label={title} value={isUndoing ? 0 : read} max={isUndoing ? 0 : (total ?? 0)} />
      </Box>
      {!isUndoing && (
        <>
          <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
            {counted}. {isDryRun ? 'Nothing is changed by this.' : 'You can close this page; it goes on.'}
          </Box>
          <Button variant="outlined" disabled={isSending || isStopping} onClick={() => void onStop()}>
            {isStopping ? 'Stopping' : 'Stop'}
          </Button>
        </>
      )}
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
    </Box>
  );
}
