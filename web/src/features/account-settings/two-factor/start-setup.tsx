import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { PasswordField } from '../../../components/password-field.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { fieldFailure, formFailure } from '../../../lib/split-failure.ts';
import { PASSWORD_REFUSALS } from '../../../lib/use-password-and-code.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { SettingsForm } from '../settings-form.tsx';

interface StartSetupProps {
  /** What happened just before, such as disabling it. */
  readonly message: string | null;
  readonly onStarted: (secret: string, url: string) => void;
  /** @returns whether the refusal was handled */
  readonly onRefusal: (error: ApiError) => boolean;
}

/** While it is off: asks for the password, then the setup starts. */
export function StartSetup({ message, onStarted, onRefusal }: StartSetupProps) {
  const [password, setPassword] = useState('');
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const { secret, otpauth_url: url } = await call(beginTwoFactor, { body: { password } });
      onStarted(secret, url);
    }, onRefusal);
  }

  return (
    <Box>
      <Box aria-live="polite" sx={{ mb: message === null ? 0 : 2 }}>
        {message !== null && <Notice severity="info">{message}</Notice>}
      </Box>
      <SettingsForm
        submitLabel="Set up"
        isSubmitDisabled={isSending || password === ''}
        onSubmit={() => void onSubmit()}
        failure={formFailure(failure, PASSWORD_REFUSALS)}
      >
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            clearFailure();
            setPassword(value);
          }}
          error={fieldFailure(failure, PASSWORD_REFUSALS)}
          hint={message === null ? 'Two-factor sign-in is off.' : null}
        />
      </SettingsForm>
    </Box>
  );
}
