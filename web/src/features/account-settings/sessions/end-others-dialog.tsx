import { endOtherSessions } from '@leadloom/shared/contract/account-settings';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FlagField } from '../../../components/filter-fields/flag-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { keyListQueryKey } from '../../../lib/key-list-query-key.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

interface EndOthersDialogProps {
  /** @param sentence what came of it */
  readonly onEnded: (sentence: string) => void;
  readonly onClose: () => void;
}

/** Whoever fears that a session was stolen is reminded of the keys, which outlive it. */
export function EndOthersDialog({ onEnded, onClose }: EndOthersDialogProps) {
  const titleId = useId();
  const textId = useId();
  const queryClient = useQueryClient();
  const [isRevoking, setRevoking] = useState(false);
  const { isSending, failure, submit } = useSubmission();

  async function onEnd(): Promise<void> {
    await submit(async () => {
      const { revoked_keys: revoked } = await call(endOtherSessions, { body: { revoke_keys: isRevoking } });
      if (revoked !== undefined) void queryClient.invalidateQueries({ queryKey: keyListQueryKey });
      onEnded(sentenceOf(revoked));
    });
  }

  return (
    <Dialog
      open
      onClose={() => !isSending && onClose()}
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>End all other sessions?</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Typography id={textId} variant="body2">
          Every other browser is signed out at once. API keys go on working unless you revoke them: do so if somebody else may
          have been in your account.
        </Typography>
        <FlagField label="Also revoke my API keys" isChecked={isRevoking} onChange={setRevoking} />
        {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSending} autoFocus>
          Cancel
        </Button>
        <Button variant="outlined" color="error" disabled={isSending} onClick={() => void onEnd()}>
          End all others
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** @param revoked undefined: that was not asked for */
function sentenceOf(revoked: number | undefined): string {
  if (revoked === undefined) return 'Every other session has ended.';
  if (revoked === 0) return 'Every other session has ended. There were no API keys.';
  return `Every other session has ended, and ${revoked === 1 ? 'one API key is' : `${revoked} API keys are`} revoked.`;
}
