import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import type { ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { useDeletePeople } from './use-delete-people.ts';

interface DeletePeopleDialogProps {
  readonly chosen: ChosenPeople;
  /** How many people are chosen. */
  readonly count: number;
  /** The person's name if it is a single person. */
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onDeleted: (count: number) => void;
}

/** Asks for confirmation, because deleted people cannot be restored. */
export function DeletePeopleDialog({ chosen, count, name, onClose, onDeleted }: DeletePeopleDialogProps) {
  const { mutate, error } = useDeletePeople();
  // Set synchronously, so that a second press finds the button disabled. Stays set if the dialog closes with its screen.
  const [isWorking, setWorking] = useState(false);
  const isOne = count === 1;

  function onDelete(): void {
    setWorking(true);
    mutate({ chosen, count }, { onSuccess: ({ deleted }) => onDeleted(deleted), onError: () => setWorking(false) });
  }

  return (
    <ConfirmDialog
      title={isOne ? <>Delete {name === null ? 'this person' : <bdi>{name}</bdi>}?</> : `Delete ${formatCount(count)} people?`}
      text={
        <>
          <Typography variant="body2">
            Everything collected about {isOne ? 'this person' : 'them'} will be deleted: the profile with its experiences,
            education and contact details, its tags, its history and LinkedIn’s answers.
          </Typography>
          <Typography variant="body2" sx={{ mt: 1 }}>
            The collector keeps {isOne ? 'the row' : 'the rows'} as not downloaded. This cannot be undone.
          </Typography>
        </>
      }
      confirmLabel={isWorking ? 'Deleting…' : 'Delete'}
      isDestructive
      isWorking={isWorking}
      failure={error?.message ?? null}
      onConfirm={onDelete}
      onClose={onClose}
    />
  );
}
