import { beginTwoFactor } from '@leadloom/shared/contract/account-settings';
import Box from '@mui/material/Box';
import { Notice } from '../../../components/notice.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { SettingsForm } from '../../../components/settings-form.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

interface StartSetupProps {
  /** Why the person sees this state unexpectedly. */
  readonly message: string | null;
  readonly onStarted: (secret: string, url: string) => void;
  /** @returns whether the refusal was handled */
  readonly onRefusal: (error: ApiError) => boolean;
}

/** Starts the setup, while the second factor is off, after a proof of the owner. */
export function StartSetup({ message, onStarted, onRefusal }: StartSetupProps) {
  const { isSending, failure, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function onSubmit(): Promise<void> {
    await submit(async () => {
      const begun = await withProof(() => call(beginTwoFactor, { body: {} }));
      if (begun !== null) onStarted(begun.result.secret, begun.result.otpauth_url);
    }, onRefusal);
  }

  return (
    <Box>
      <Box aria-live="polite" sx={{ mb: message === null ? 0 : 2 }}>
        {message !== null && <Notice severity="info">{message}</Notice>}
      </Box>
      <SettingsForm
        submitLabel="Set up"
        isSubmitDisabled={isSending}
        onSubmit={() => void onSubmit()}
        failure={failure?.message ?? null}
      />
      {proofDialog}
    </Box>
  );
}
