/** Makes an alert: what to watch, which changes, how often, and whether by mail too. */

import { type AlertChange, alertChanges } from '@leadloom/shared/contract/alert-messages';
import { alertFrequencies, createAlert, type Watch } from '@leadloom/shared/contract/alerts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { isTimeOfDay, TimeOfDayField, zoneOfBrowser } from '../../components/time-of-day-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { frequencyOptions } from './alert-words.ts';
import { isSameWatch, useWatchable, type Watchable } from './use-watchable.ts';

interface NewAlertDialogProps {
  /** What is filled in; null: nothing. */
  readonly asked: Watch | null;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

const choiceLabels: Readonly<Record<AlertChange, string>> = {
  added: 'Something new',
  changed: 'Something changed',
  removed: 'Something removed',
};

const none: readonly Watchable[] = [];

export function NewAlertDialog({ asked, onCreated, onClose }: NewAlertDialogProps) {
  const watchable = useWatchable(asked);
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const [name, setName] = useState('');
  const [picked, setChosen] = useState<string | null>(null);
  const [on, setOn] = useState(firstChanges(asked));
  const [every, setEvery] = useState<string>('instant');
  const [at, setAt] = useState('08:00');
  const [isMailed, setMailed] = useState(false);
  const [isSentToWebhooks, setSentToWebhooks] = useState(false);
  const changesId = useId();
  const options = watchable.data ?? none;
  const choices = useMemo(() => options.map(({ label }, index) => ({ value: String(index), label })), [options]);
  const first = asked === null ? -1 : options.findIndex(({ watch }) => isSameWatch(watch, asked));
  const chosen = picked ?? (first < 0 ? '' : String(first));
  const watched = options[Number(chosen)];
  const frequency = alertFrequencies.find((candidate) => candidate === every);
  const isWhole = chosen !== '' && watched !== undefined && on.length > 0 && frequency !== undefined && isTimeOfDay(at);

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
          {asked !== null && first < 0 && picked === null && (
            <Notice severity="warning">What you wanted to watch no longer exists.</Notice>
          )}
          <SelectField
            label="Watch"
            name="watch"
            value={chosen}
            onChange={(value) => {
              clearFailure();
              setChosen(value);
            }}
            emptyLabel="Choose what to watch"
            options={choices}
            hint="Save a view of a table, or put rows on a list, to watch them."
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
            <Typography id={changesId} component="div" variant="subtitle2">
              Tell me about
            </Typography>
            {alertChanges.map((change) => (
              <CheckLine
                key={change}
                label={choiceLabels[change]}
                isChecked={on.includes(change)}
                onChange={(isChosen) => toggle(change, isChosen)}
              />
            ))}
          </Box>
          <SelectField
            label="How often"
            name="every"
            value={every}
            onChange={setEvery}
            emptyLabel="Choose how often"
            options={frequencyOptions}
          />
          {every !== 'instant' && <TimeOfDayField value={at} onChange={setAt} />}
          <Box>
            <CheckLine label="Also by email" isChecked={isMailed} onChange={setMailed} />
            <CheckLine label="Also to my webhooks" isChecked={isSentToWebhooks} onChange={setSentToWebhooks} />
          </Box>
        </>
      )}
    </FormDialog>
  );
}

/** What is most likely wanted of it. */
function firstChanges(watch: Watch | null): readonly AlertChange[] {
  if (watch?.kind === 'people') return ['changed'];
  return watch?.kind === 'list' ? alertChanges : ['added'];
}
