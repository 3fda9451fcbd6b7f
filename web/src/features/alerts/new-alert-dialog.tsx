/** Makes an alert: what to watch, which changes, how often, and whether by mail too. */
import { type AlertChange, alertChanges, alertFrequencies, createAlert } from '@leadloom/shared/contract/alerts';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { frequencyOptions } from './alert-words.ts';
import { useWatchable } from './use-watchable.ts';

interface NewAlertDialogProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

const zoneOfBrowser = Intl.DateTimeFormat().resolvedOptions().timeZone;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const choiceLabels: Readonly<Record<AlertChange, string>> = {
  added: 'Something new',
  changed: 'Something changed',
  removed: 'Something removed',
};

export function NewAlertDialog({ onCreated, onClose }: NewAlertDialogProps) {
  const watchable = useWatchable();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const [on, setOn] = useState<readonly AlertChange[]>(['added']);
  const [every, setEvery] = useState<string>('instant');
  const [at, setAt] = useState('08:00');
  const [isMailed, setMailed] = useState(false);
  const [isSentToWebhooks, setSentToWebhooks] = useState(false);
  const changesId = useId();
  const options = watchable.data ?? [];
  const watched = options[Number(chosen)];
  const frequency = alertFrequencies.find((candidate) => candidate === every);
  const isWhole = chosen !== '' && watched !== undefined && on.length > 0 && frequency !== undefined && TIME.test(at);

  async function create(): Promise<void> {
    if (watched === undefined || frequency === undefined) return;
    const title = name.trim() === '' ? watched.label.slice(0, 80) : name.trim();
    const isDone = await submit(() =>
      call(createAlert, {
        body: {
          name: title,
          watch: watched.watch,
          on: [...on],
          every: frequency,
          at,
          zone: zoneOfBrowser,
          by: ['app', ...(isMailed ? (['mail'] as const) : []), ...(isSentToWebhooks ? (['webhook'] as const) : [])],
        },
      }),
    );
    if (isDone) onCreated();
  }

  function toggle(change: AlertChange, isChosen: boolean): void {
    clearFailure();
    setOn(alertChanges.filter((known) => (known === change ? isChosen : on.includes(known))));
  }

  return (
    <FormDialog
      title="New alert"
      submitLabel="Create alert"
      isSubmitDisabled={!isWhole || isSending}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      {watchable.isPending && <LoadingText>Loading what you can watch…</LoadingText>}
      {watchable.error !== null && (
        <LoadFailure text={watchable.error.message} onRetry={() => void watchable.refetch()} isRetrying={watchable.isFetching} />
      )}
      {watchable.data !== undefined && (
        <>
          <SelectField
            label="Watch"
            name="watch"
            value={chosen}
            onChange={(value) => {
              clearFailure();
              setChosen(value);
            }}
            emptyLabel="Choose what to watch"
            options={options.map(({ label }, index) => ({ value: String(index), label }))}
            hint="Save a view of a table to watch its rows."
          />
          <FormField
            label="Name"
            name="name"
            value={name}
            onChange={setName}
            maxLength={80}
            hint="By default, what is watched."
          />
          <Box role="group" aria-labelledby={changesId}>
            <Typography id={changesId} variant="subtitle2">
              Tell me about
            </Typography>
            {alertChanges.map((change) => (
              <FormControlLabel
                key={change}
                sx={{ display: 'flex' }}
                control={
                  <Checkbox size="small" checked={on.includes(change)} onChange={(_, isChosen) => toggle(change, isChosen)} />
                }
                label={choiceLabels[change]}
              />
            ))}
          </Box>
          <SelectField
            label="How often"
            name="every"
            value={every}
            onChange={setEvery}
            emptyLabel="Choose how often"
            options={[...frequencyOptions]}
          />
          {every !== 'instant' && (
            <FormField
              label="At"
              name="at"
              value={at}
              onChange={setAt}
              maxLength={5}
              error={TIME.test(at) ? null : 'Enter a time such as 08:00.'}
              hint={`In ${zoneOfBrowser}.`}
            />
          )}
          <FormControlLabel
            control={<Checkbox size="small" checked={isMailed} onChange={(_, isChosen) => setMailed(isChosen)} />}
            label="By mail too"
          />
          <FormControlLabel
            control={<Checkbox size="small" checked={isSentToWebhooks} onChange={(_, isChosen) => setSentToWebhooks(isChosen)} />}
            label="To my webhooks too"
          />
        </>
      )}
    </FormDialog>
  );
}
