/** Chooses how often the selected people are to be collected again. */
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useChooseRecollections } from '../../../lib/collected-people/choose-recollections.ts';
import type { ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { intervalOptions, readInterval } from '../../../lib/collected-people/recollections.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';

interface RecollectionDialogProps {
  readonly chosen: ChosenPeople;
  /** How many people are chosen. */
  readonly count: number;
  readonly onClose: () => void;
}

export function RecollectionDialog({ chosen, count, onClose }: RecollectionDialogProps) {
  const [value, setValue] = useState<string>('monthly');
  const { mutate, isPending, error } = useChooseRecollections();
  const people = count === 1 ? '1 person' : `${formatCount(count)} people`;

  function submit(): void {
    const every = readInterval(value);
    mutate(
      { chosen, every },
      {
        onSuccess: () => {
          onClose();
          showSnackbar(
            'success',
            every === null ? `${people} will not be proposed again.` : `The collector proposes ${people} when they are due.`,
          );
        },
      },
    );
  }

  return (
    <FormDialog
      title={`Collect ${people} again`}
      text="The collector proposes people who are due, and you start the job. It runs in your browser, within your daily allowance."
      submitLabel="Save"
      isSubmitDisabled={isPending}
      isBusy={isPending}
      failure={error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="How often"
        name="every"
        value={value}
        onChange={setValue}
        options={intervalOptions}
        emptyLabel="Never"
        hint="Counted from the last time each person was collected."
      />
    </FormDialog>
  );
}
