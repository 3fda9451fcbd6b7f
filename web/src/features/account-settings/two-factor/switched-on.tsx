import { disableTwoFactor, renewRecoveryCodes } from '@leadloom/shared/contract/account-settings';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { ConfirmedAction } from './confirmed-action.tsx';

/** The number of recovery codes left at which a warning suggests new ones. */
export const FEW_CODES = 3;

interface SwitchedOnProps {
  readonly codesLeft: number;
  /** Why the person sees this state unexpectedly. */
  readonly message: string | null;
  readonly onRenewed: (recoveryCodes: readonly string[]) => void;
  readonly onSwitchedOff: (sentence: string) => void;
  /** @returns whether the refusal was handled */
  readonly onRefusal: (error: ApiError) => boolean;
}

/** Offers new recovery codes or switching the second factor off, while it is on; both need a recent proof of the owner. */
export function SwitchedOn({ codesLeft, message, onRenewed, onSwitchedOff, onRefusal }: SwitchedOnProps) {
  const [action, setAction] = useState<'none' | 'new codes' | 'off'>('none');
  const onCancel = (): void => setAction('none');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
        {message !== null && <Notice severity="info">{message}</Notice>}
        <Notice severity={codesLeft <= FEW_CODES ? 'warning' : 'success'}>
          Two-factor sign-in is on. {codesLeftText(codesLeft)}
        </Notice>
      </Box>
      {action === 'none' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" onClick={() => setAction('new codes')}>
            New recovery codes
          </Button>
          <Button variant="outlined" color="error" onClick={() => setAction('off')}>
            Switch off
          </Button>
        </Box>
      )}
      {action === 'new codes' && (
        <ConfirmedAction
          text="The codes you have now will no longer work."
          submitLabel="Create new recovery codes"
          send={async () => {
            const { recovery_codes: codes } = await call(renewRecoveryCodes, { body: {} });
            return () => onRenewed(codes);
          }}
          onRefusal={onRefusal}
          onCancel={onCancel}
        />
      )}
      {action === 'off' && (
        <ConfirmedAction
          text="Your password alone will open your account, and your recovery codes will no longer work."
          submitLabel="Switch off"
          isDestructive
          send={async () => {
            const { msg } = await call(disableTwoFactor, { body: {} });
            return () => onSwitchedOff(msg);
          }}
          onRefusal={onRefusal}
          onCancel={onCancel}
        />
      )}
    </Box>
  );
}

export function codesLeftText(count: number): string {
  if (count === 0) return 'You have no recovery codes left. Create new ones.';
  return count === 1 ? 'You have 1 recovery code left.' : `You have ${count} recovery codes left.`;
}
