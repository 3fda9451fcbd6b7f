/** Changes a destination. Its secrets are never shown; a new address needs them again. */
import { type Destination, updateDestination } from '@leadloom/shared/contract/destinations';
import { useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { DestinationFields } from './destination-fields.tsx';
import { changeOf, formOf, hasAllSecrets, needsSecretsAgain, type Typed } from './kind-forms.ts';

interface ChangeDestinationDialogProps {
  readonly destination: Destination;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ChangeDestinationDialog({ destination, onChanged, onClose }: ChangeDestinationDialogProps) {
  const [typed, setTyped] = useState<Typed>(formOf(destination));
  /** The server asked for them, for a reason that this form does not know. */
  const [areSecretsAsked, setSecretsAsked] = useState(false);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const areNeeded = areSecretsAsked || needsSecretsAgain(destination, typed);
  const change = areNeeded && !hasAllSecrets(destination.kind, typed) ? null : changeOf(destination, typed);

  async function save(): Promise<void> {
    await submit(
      async () => {
        if (change === null) return;
        const path = { params: { destination_id: destination.id } };
        if ((await withProof(() => call(updateDestination, { ...path, body: change }))) !== null) onChanged();
      },
      ({ code }) => {
        if (code !== 'DESTINATION.SECRET_NEEDED') return false;
        setSecretsAsked(true);
        return true;
      },
    );
  }

  return (
    <>
      <FormDialog
        title={`Change "${destination.name}"`}
        submitLabel="Save"
        isSubmitDisabled={isSending || change === null}
        isBusy={isSending}
        failure={failure?.message ?? null}
        onSubmit={() => void save()}
        onClose={onClose}
      >
        <DestinationFields
          kind={destination.kind}
          typed={typed}
          secrets={areNeeded ? 'needed again' : 'stored'}
          onChange={(name, text) => {
            clearFailure();
            setTyped((before) => ({ ...before, [name]: text }));
          }}
        />
      </FormDialog>
      {proofDialog}
    </>
  );
}
