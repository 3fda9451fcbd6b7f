/** What an operator can do with one account. Each of these is confirmed, and the server may ask for the password first. */
import {
  changeAccount,
  type OperatorAccount,
  removeAccount,
  resendAccountVerification,
} from '@leadloom/shared/contract/operator-accounts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { useMe } from '../../../lib/account/use-me.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useConsoleAction } from '../use-console-action.ts';
import { LimitsDialog } from './limits-dialog.tsx';

export function AccountActions({ account }: { readonly account: OperatorAccount }) {
  const [typedEmail, setTypedEmail] = useState('');
  const { data: user } = useMe();
  const { opened, open, close, carryOut, isSending, failure, proofDialog } = useConsoleAction<'limits' | 'block' | 'delete'>(
    'accounts',
    () => setTypedEmail(''),
  );
  const isOwn = user?.email === account.email;
  const params = { account_id: account.id };

  const setBlocked = (blocked: boolean) =>
    carryOut(
      () => call(changeAccount, { params, body: { blocked } }),
      blocked ? `${account.email} is blocked.` : `${account.email} can sign in again.`,
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mx: -0.625, '& > .MuiButton-root': { minWidth: 0 } }}>
      <Button size="small" onClick={() => open('limits')}>
        Limits
      </Button>
      {!account.verified && (
        <Button
          size="small"
          disabled={isSending}
          onClick={() =>
            void carryOut(() => call(resendAccountVerification, { params }), 'A new verification link is on its way.')
          }
        >
          Resend verification
        </Button>
      )}
      {account.blocked && (
        <Button size="small" disabled={isSending} onClick={() => void setBlocked(false)}>
          Unblock
        </Button>
      )}
      {!account.blocked && !isOwn && (
        <Button size="small" color="error" onClick={() => open('block')}>
          Block
        </Button>
      )}
      {!isOwn && (
        <Button size="small" color="error" onClick={() => open('delete')}>
          Delete
        </Button>
      )}
      {opened === 'limits' && (
        <LimitsDialog
          of={account.email}
          limits={account}
          plan={{ request_limit: account.plan_request_limit, export_limit: account.plan_export_limit }}
          isBusy={isSending}
          failure={failure}
          onSave={(limits) => void carryOut(() => call(changeAccount, { params, body: limits }), 'The limits are saved.')}
          onClose={close}
        />
      )}
      {opened === 'block' && (
        <ConfirmDialog
          title={`Block ${account.email}?`}
          text="This signs the account out everywhere, revokes its API keys and ends its analyses. Unblocking lets it sign in again, but does not bring sessions and keys back. A subscription goes on."
          confirmLabel="Block"
          isDestructive
          isWorking={isSending}
          failure={failure}
          onConfirm={() => void setBlocked(true)}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <FormDialog
          title={`Delete ${account.email}?`}
          text="This deletes the account and everything it stored, and ends its subscription at once. It cannot be undone. The owner gets an email."
          submitLabel="Delete account"
          isSubmitDisabled={isSending || typedEmail.trim().toLowerCase() !== account.email}
          isBusy={isSending}
          failure={failure}
          onSubmit={() => void carryOut(() => call(removeAccount, { params }), `${account.email} is deleted.`)}
          onClose={close}
        >
          <FormField
            label="Type the email to confirm"
            name="confirmation"
            type="email"
            autoComplete="off"
            value={typedEmail}
            onChange={setTypedEmail}
            hint={account.email}
          />
        </FormDialog>
      )}
      {proofDialog}
    </Box>
  );
}
