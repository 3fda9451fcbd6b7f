import { enableTwoFactor } from '@leadloom/shared/contract/account-settings';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SecondFactorField } from '../../../components/second-factor-field.tsx';
import { SettingsForm } from '../../../components/settings-form.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { isSecondFactorForm } from '../../../lib/second-factor-form.ts';
import { fieldFailure, formFailure } from '../../../lib/split-failure.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { QrCode } from './qr-code.tsx';

const CODE_REFUSALS = ['TWO_FACTOR.CODE_WRONG'] as const;

interface ConfirmAuthenticatorProps {
  readonly secret: string;
  readonly url: string;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
  /** @returns whether the refusal was handled */
  readonly onRefusal: (error: ApiError) => boolean;
  readonly onCancel: () => void;
}

/** The secret in the three forms an app accepts, and the code that proves that it was set up. */
export function ConfirmAuthenticator({ secret, url, onEnabled, onRefusal, onCancel }: ConfirmAuthenticatorProps) {
  const [code, setCode] = useState('');
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const shownSecret = useRef<HTMLElement>(null);

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const { recovery_codes: codes } = await call(enableTwoFactor, { body: { code: code.trim() } });
      onEnabled(codes);
    }, onRefusal);
  }

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="body2">Scan this with your authenticator app, then enter the code it shows.</Typography>
      {isOtpauthUrl(url) && (
        <>
          <QrCode text={url} label="QR code for your authenticator app" />
          <Link href={url} variant="body2" sx={{ width: 'fit-content' }}>
            Open in an authenticator app on this device
          </Link>
        </>
      )}
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Typography variant="body2">Or type this secret into the app:</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="code" ref={shownSecret} sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere', minWidth: 0 }}>
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </Box>
          <CopyButton text={secret} shownIn={shownSecret} />
        </Box>
      </Box>
      <SettingsForm
        submitLabel="Switch on"
        isSubmitDisabled={isSending || !isSecondFactorForm(code)}
        onSubmit={() => void onSubmit()}
        onCancel={onCancel}
        failure={formFailure(failure, CODE_REFUSALS)}
      >
        <SecondFactorField
          value={code}
          onChange={(value) => {
            clearFailure();
            setCode(value);
          }}
          error={fieldFailure(failure, CODE_REFUSALS)}
          hint="Six digits. The code changes every 30 seconds."
          hasFocusFirst
        />
      </SettingsForm>
    </Box>
  );
}

/** The one scheme authenticator apps support; anything else is not linked. */
function isOtpauthUrl(url: string): boolean {
  return url.startsWith('otpauth://totp/');
}
