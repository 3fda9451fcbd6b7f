import { addPasskey, beginPasskey, PASSKEY_NAME_LENGTH } from '@leadloom/shared/contract/passkeys';
import { useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { SettingsForm } from '../../../components/settings-form.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { askToCreatePasskey } from '../../../lib/passkeys/ask-authenticator.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { deviceName } from '../sessions/device-name.ts';

interface AddPasskeyProps {
  readonly onStart: () => void;
  /** @param sentence the result */
  readonly onAdded: (sentence: string) => void;
}

/** The browser creates the passkey after a recent proof, and shows its own dialog for that. */
export function AddPasskey({ onStart, onAdded }: AddPasskeyProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? 'Passkey');
  const [notCreated, setNotCreated] = useState<string | null>(null);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();

  async function add(): Promise<void> {
    const begun = await withProof(() => call(beginPasskey, {}));
    if (begun === null) return;
    const outcome = await askToCreatePasskey(begun.result);
    if (outcome.kind !== 'given') {
      setNotCreated(outcome.kind === 'failed' ? outcome.sentence : 'No passkey was created.');
      return;
    }
    await call(addPasskey, { body: { name, credential: outcome.credential } });
    onAdded('The passkey can now sign in to your account.');
  }

  async function onSubmit(): Promise<void> {
    onStart();
    setNotCreated(null);
    await submit(add);
  }

  return (
    <>
      <SettingsForm
        submitLabel="Add a passkey"
        isSubmitDisabled={isSending || name.trim() === ''}
        onSubmit={() => void onSubmit()}
        failure={failure?.message ?? notCreated}
      >
        <FormField
          label="Name of the new passkey"
          name="passkey-name"
          value={name}
          maxLength={PASSKEY_NAME_LENGTH}
          autoComplete="off"
          onChange={(value) => {
            clearFailure();
            setNotCreated(null);
            setName(value);
          }}
          hint="For example the device or the password manager that keeps it."
        />
      </SettingsForm>
      {proofDialog}
    </>
  );
}
