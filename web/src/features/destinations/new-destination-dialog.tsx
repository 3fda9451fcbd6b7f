/** Adds a destination: first its kind, then what it needs. */
import {
  createDestination,
  type Destination,
  type DestinationKind,
  destinationKinds,
  destinationLabels,
} from '@leadloom/shared/contract/destinations';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { TitledDialog } from '../../components/dialogs/titled-dialog.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { DestinationFields } from './destination-fields.tsx';
import { contentOf, emptyForm, kindForms, type Typed } from './kind-forms.ts';

interface NewDestinationDialogProps {
  readonly onCreated: (destination: Destination) => void;
  readonly onClose: () => void;
}

export function NewDestinationDialog({ onCreated, onClose }: NewDestinationDialogProps) {
  const [kind, setKind] = useState<DestinationKind | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  if (kind === null) {
    return (
      <KindDialog
        onChosen={(chosen) => {
          setTyped(emptyForm(chosen));
          setKind(chosen);
        }}
        onClose={onClose}
      />
    );
  }
  const content = contentOf(kind, typed);

  async function create(): Promise<void> {
    await submit(async () => {
      if (content === null) return;
      const made = await withProof(() => call(createDestination, { body: content }));
      if (made !== null) onCreated(made.result);
    });
  }

  return (
    <>
      <FormDialog
        title={`New destination: ${destinationLabels[kind]}`}
        text={kindForms[kind].text}
        submitLabel="Add destination"
        isSubmitDisabled={isSending || content === null}
        isBusy={isSending}
        failure={failure?.message ?? null}
        onSubmit={() => void create()}
        onClose={onClose}
      >
        <DestinationFields
          kind={kind}
          typed={typed}
          secrets="new"
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

interface KindDialogProps {
  readonly onChosen: (kind: DestinationKind) => void;
  readonly onClose: () => void;
}

function KindDialog({ onChosen, onClose }: KindDialogProps) {
  return (
    <TitledDialog title="Where to send it" width="sm" onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, gap: 1 }}>
        {destinationKinds.map((kind) => (
          <Card key={kind} type="button" onClick={() => onChosen(kind)}>
            <strong>{destinationLabels[kind]}</strong>
            <span>{kindForms[kind].text}</span>
          </Card>
        ))}
      </Box>
    </TitledDialog>
  );
}

const Card = styled('button')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 4,
  alignContent: 'start',
  padding: 12,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: vars.shape.borderRadius,
  background: vars.palette.background.paper,
  color: vars.palette.text.primary,
  font: 'inherit',
  fontSize: '0.875rem',
  textAlign: 'start',
  cursor: 'pointer',
  '& strong': { fontWeight: 600, fontSize: '0.9375rem' },
  '& span': { color: vars.palette.text.secondary },
  '&:hover': { borderColor: vars.palette.secondary.main },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 1 },
}));
