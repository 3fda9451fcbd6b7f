import Typography from '@mui/material/Typography';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { SettingsForm } from '../../../components/settings-form.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

interface ConfirmedActionProps {
  /** What will happen. */
  readonly text: string;
  readonly submitLabel: string;
  readonly isDestructive?: boolean;
  /** Runs again after the proof, if the server asks for one. */
  readonly send: () => Promise<() => void>;
  /** @returns whether the refusal was handled */
  readonly onRefusal: (error: ApiError) => boolean;
  readonly onCancel: () => void;
}

/** A second press, for actions that a recent proof of the owner is otherwise enough for. */
export function ConfirmedAction({ text, submitLabel, isDestructive = false, send, onRefusal, onCancel }: ConfirmedActionProps) {
  const { isSending, failure, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function onSubmit(): Promise<void> {
    await submit(async () => (await withProof(send))?.result(), onRefusal);
  }

  return (
    <>
      <SettingsForm
        submitLabel={submitLabel}
        isDestructive={isDestructive}
        isSubmitDisabled={isSending}
        onSubmit={() => void onSubmit()}
        onCancel={onCancel}
        failure={failure?.message ?? null}
      >
        <Typography variant="body2">{text}</Typography>
      </SettingsForm>
      {proofDialog}
    </>
  );
}
