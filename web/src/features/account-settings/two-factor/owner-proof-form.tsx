import { PasswordAndCodeFields } from '../../../components/password-and-code-fields.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { formFailure } from '../../../lib/split-failure.ts';
import { PASSWORD_AND_CODE_REFUSALS, usePasswordAndCode } from '../../../lib/use-password-and-code.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { SettingsForm } from '../settings-form.tsx';

interface OwnerProofFormProps {
  readonly submitLabel: string;
  readonly isDestructive?: boolean;
  readonly send: (proof: { readonly password: string; readonly code: string }) => Promise<void>;
  /** @returns whether the refusal was handled */
  readonly onRefusal: (error: ApiError) => boolean;
  readonly onCancel: () => void;
}

/** Password and code, for actions that a stolen session alone must not allow. */
export function OwnerProofForm({ submitLabel, isDestructive = false, send, onRefusal, onCancel }: OwnerProofFormProps) {
  const proof = usePasswordAndCode(true);
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function onSubmit(): Promise<void> {
    const { password, factor } = proof;
    await submit(() => send({ password, code: factor.code.trim() }), onRefusal);
  }

  return (
    <SettingsForm
      submitLabel={submitLabel}
      isDestructive={isDestructive}
      isSubmitDisabled={isSending || !proof.isFilled}
      onSubmit={() => void onSubmit()}
      onCancel={onCancel}
      failure={formFailure(failure, PASSWORD_AND_CODE_REFUSALS)}
    >
      <PasswordAndCodeFields state={proof} failure={failure} onEdit={clearFailure} hasFocusFirst />
    </SettingsForm>
  );
}
