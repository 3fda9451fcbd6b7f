import { prove } from '@leadloom/shared/contract/account-settings';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId, useState } from 'react';
import { useMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { fieldFailure, formFailure } from '../../lib/split-failure.ts';
import { CODE_REFUSALS, useSecondFactor } from '../../lib/use-second-factor.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Notice } from '../notice.tsx';
import { PasswordField } from '../password-field.tsx';
import { SecondFactorField } from '../second-factor-field.tsx';
import { UsernameForManagers } from '../username-for-managers.tsx';

const PASSWORD_REFUSALS = ['AUTH.PASSWORD_WRONG'] as const;

interface ProofDialogProps {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

/** Asks for the password, and for the code where the server wants one, until the server takes them. */
export function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const titleId = useId();
  const textId = useId();
  const { data: user } = useMe();
  const [password, setPassword] = useState('');
  const factor = useSecondFactor();
  const { isSending, failure, submit, forgive } = useSubmission();
  const otherFailure = formFailure(failure, [...PASSWORD_REFUSALS, ...CODE_REFUSALS]);

  function onEdit(set: (value: string) => void) {
    return (value: string): void => {
      forgive();
      set(value);
    };
  }

  async function onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (password === '' || !factor.isFilled) return;
    const body = { password, ...factor.evidence };
    if (await submit(() => factor.watch(call(prove, { body })))) onProved();
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
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <DialogTitle id={titleId}>Confirm your password</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <Typography id={textId} variant="body2" sx={{ mb: 1 }}>
            You signed in a while ago. This needs to be sure that it is you.
          </Typography>
          {user !== undefined && <UsernameForManagers email={user.email} />}
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={onEdit(setPassword)}
            error={fieldFailure(failure, PASSWORD_REFUSALS)}
            hasFocusFirst
          />
          {factor.isAsked && (
            <SecondFactorField
              value={factor.code}
              onChange={onEdit(factor.setCode)}
              error={fieldFailure(failure, CODE_REFUSALS)}
              hasFocusFirst
            />
          )}
          {otherFailure !== null && <Notice severity="error">{otherFailure}</Notice>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isSending || password === '' || !factor.isFilled}>
            Confirm
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
