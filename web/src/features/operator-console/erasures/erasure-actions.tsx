/** The decision about one request. Carrying it out is confirmed, and the server may ask for the password first. */
import { carryOutErasure, type Erasure, refuseErasure } from '@leadloom/shared/contract/erasures';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useConsoleAction } from '../use-console-action.ts';
import { choiceOf, ErasureClaims, initiallyFollowed } from './erasure-claims.tsx';
import { ErasureTouchesList } from './erasure-touches.tsx';
import { subjectText } from './erasure-words.ts';

export function ErasureActions({ erasure }: { readonly erasure: Erasure }) {
  const [reason, setReason] = useState('');
  const claims = erasure.touches?.claims ?? [];
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set());
  const { opened, open, close, carryOut, isSending, failure, proofDialog } = useConsoleAction<'carry-out' | 'refuse'>(
    'erasures',
    () => setReason(''),
  );
  const params = { erasure_id: erasure.id };

  function askToCarryOut(): void {
    setFollowed(initiallyFollowed(claims));
    open('carry-out');
  }

  if (erasure.state !== 'open') return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mx: -0.625 }}>
      <Button size="small" color="error" onClick={askToCarryOut}>
        Carry out
      </Button>
      <Button size="small" onClick={() => open('refuse')}>
        Refuse
      </Button>
      {opened === 'carry-out' && (
        <ConfirmDialog
          title={`Remove ${subjectText(erasure)}?`}
          text="This removes the person from all tables, from what all accounts collected, and from history and files. It cannot be undone. Imports, visits and collections do not bring them back."
          confirmLabel="Remove"
          isDestructive
          isWorking={isSending}
          failure={failure}
          onConfirm={() =>
            void carryOut(
              () => call(carryOutErasure, { params, body: choiceOf(claims, followed) }),
              'The person is being removed. This can take a few minutes.',
            )
          }
          onClose={close}
        >
          {(erasure.touches?.names.length ?? 0) > 1 ? (
            <Notice severity="warning">
              Several people may share this address. All of them would be removed. If you mean one, refuse this request and enter
              one with the name and the employer’s domain.
            </Notice>
          ) : (
            <Box sx={{ fontSize: '0.875rem' }}>
              <ErasureTouchesList erasure={erasure} />
            </Box>
          )}
          {claims.length > 0 && <ErasureClaims claims={claims} followed={followed} onChange={setFollowed} />}
        </ConfirmDialog>
      )}
      {opened === 'refuse' && (
        <FormDialog
          title={`Refuse the request of ${subjectText(erasure)}?`}
          text={
            erasure.email === null
              ? 'Nothing is removed. There is no email, so answer the person yourself.'
              : 'Nothing is removed. The person gets an email with the reason.'
          }
          submitLabel="Refuse"
          isSubmitDisabled={isSending}
          isBusy={isSending}
          failure={failure}
          onSubmit={() =>
            void carryOut(
              () => call(refuseErasure, { params, body: reason.trim() === '' ? {} : { reason: reason.trim() } }),
              'The request is refused.',
            )
          }
          onClose={close}
        >
          <TextAreaField label="Reason" name="reason" autoComplete="off" maxLength={1000} value={reason} onChange={setReason} />
        </FormDialog>
      )}
      {proofDialog}
    </Box>
  );
}
