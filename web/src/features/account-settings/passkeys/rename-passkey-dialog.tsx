import { PASSKEY_NAME_LENGTH, renamePasskey } from '@leadloom/shared/contract/passkeys';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { Passkey } from './passkey-list.ts';

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey;
  /** @param sentence the result */
  readonly onRenamed: (sentence: string) => void;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const { isSending, failure, submit, clearFailure } = useSubmission();

  async function onSubmit(): Promise<void> {
    const isRenamed = await submit(() => call(renamePasskey, { params: { passkey_id: passkey.id }, body: { name } }));
    if (isRenamed) onRenamed('The passkey was renamed.');
  }

  return (
    <FormDialog
      title="Rename the passkey"
      submitLabel="Rename"
      isSubmitDisabled={isSending || name.trim() === ''}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void onSubmit()}
      onClose={onClose}
    >
      <FormField
        label="Name"
        name="passkey-name"
        value={name}
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
        onChange={(value) => {
          clearFailure();
          setName(value);
        }}
        hasFocusFirst
      />
    </FormDialog>
  );
}
