import { deleteProfiles } from '@leadloom/shared/contract/people-changes';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { bodyOf, type ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { historiesKey, peopleKey, profilesKey } from '../../../lib/collected-people/people-queries.ts';
import { formatCount } from '../../../lib/format-count.ts';

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
  // The state is set synchronously, so that a second press finds the button disabled. It stays set if the dialog closes with
  // its screen.
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

interface Deletion {
  readonly chosen: ChosenPeople;
  /** How many people the screen says are chosen. */
  readonly count: number;
}

/**
 * Deletes people permanently, and removes them from this page's cache. Of those who match filters, exactly as many as are
 * shown are deleted.
 */
function useDeletePeople() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ chosen, count }: Deletion) =>
      call(deleteProfiles, { body: { ...bodyOf(chosen), ...('filters' in chosen ? { expected: count } : {}) } }),
    onSuccess: () => {
      // A profile on the screen stays until the screen is left.
      for (const queryKey of [profilesKey, historiesKey]) queryClient.removeQueries({ queryKey, type: 'inactive' });
    },
    // The lists are loaded again after a failure, too: others may match by now.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: peopleKey }),
  });
}
