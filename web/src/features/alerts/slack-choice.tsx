/** Whether an alert goes to Slack, and to which destination. */
import type { Destination } from '@leadloom/shared/contract/destinations';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { LabelledSelect } from '../../components/labelled-select.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useDestinations } from '../../lib/destinations/use-destinations.ts';
import { paths } from '../../lib/paths.ts';
import { useSubmission } from '../../lib/use-submission.ts';

interface SlackChoiceProps {
  /** The id of the destination; empty: none is chosen yet; null: it does not go to Slack. */
  readonly chosen: string | null;
  readonly onChange: (chosen: string | null) => void;
}

export function SlackChoice({ chosen, onChange }: SlackChoiceProps) {
  const [first = null] = useSlackDestinations().data ?? [];
  return (
    <>
      <CheckLine
        label="Also to Slack"
        isChecked={chosen !== null}
        onChange={(isChosen) => onChange(isChosen ? (first?.id ?? '') : null)}
      />
      {chosen !== null && (
        <Box sx={{ pl: 3.5 }}>
          <SlackSelect chosen={chosen} onChange={onChange} />
        </Box>
      )}
    </>
  );
}

interface SlackSelectProps {
  readonly chosen: string;
  readonly onChange: (chosen: string) => void;
}

function SlackSelect({ chosen, onChange }: SlackSelectProps) {
  return (
    <Loaded query={useSlackDestinations()} loading="Loading destinations…">
      {(all) =>
        all.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            You have no destination in Slack yet. Add one under <TextLink to={paths.destinations}>Destinations</TextLink>.
          </Typography>
        ) : (
          <LabelledSelect
            label="Slack destination"
            value={chosen}
            options={[...(chosen === '' ? [['', 'Choose one'] as const] : []), ...all.map(({ id, name }) => [id, name] as const)]}
            onChange={onChange}
          />
        )
      }
    </Loaded>
  );
}

interface SlackDialogProps {
  /** Saves that the alert goes to this destination. @throws {ApiError} */
  readonly onChosen: (id: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks to which destination in Slack an alert that exists is sent. */
export function SlackDialog({ onChosen, onClose }: SlackDialogProps) {
  const { isSending, failure, submit } = useSubmission();
  const [first] = useSlackDestinations().data ?? [];
  const [picked, setPicked] = useState('');
  const chosen = picked === '' ? (first?.id ?? '') : picked;

  async function save(): Promise<void> {
    if (await submit(() => onChosen(chosen))) onClose();
  }

  return (
    <FormDialog
      title="Send to Slack"
      text="Messages of this alert go to a channel, with at most ten rows and a link to the others."
      submitLabel="Send to Slack"
      isSubmitDisabled={isSending || chosen === ''}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <SlackSelect chosen={chosen} onChange={setPicked} />
    </FormDialog>
  );
}

function useSlackDestinations() {
  const query = useDestinations();
  return { ...query, data: query.data?.filter(isSlack) };
}

function isSlack({ kind }: Destination): boolean {
  return kind === 'slack';
}
