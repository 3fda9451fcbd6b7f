import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDeletePeople } from '../../lib/collected-people/use-delete-people.ts';
import { formatCount } from '../../lib/format-count.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';

interface DeletePeopleDialogProps {
  readonly ids: readonly string[];
  /** The person's name if it is a single person. */
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for confirmation, because deleted people cannot be restored. */
export function DeletePeopleDialog({ ids, name, onClose, onDeleted }: DeletePeopleDialogProps) {
  const { mutate, error } = useDeletePeople();
  // Set synchronously, so that a second press finds the button disabled. Stays set if the dialog closes with its screen.
  const [isWorking, setWorking] = useState(false);
  const isOne = ids.length === 1;

  function onDelete(): void {
    setWorking(true);
    mutate(ids, { onSuccess: onDeleted, onError: () => setWorking(false) });
  }

  return (
    <ConfirmDialog
      title={
        isOne ? <>Delete {name === null ? 'this person' : <bdi>{name}</bdi>}?</> : `Delete ${formatCount(ids.length)} people?`
      }
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
