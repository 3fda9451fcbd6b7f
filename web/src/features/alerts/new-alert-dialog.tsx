/** Makes an alert: what to watch, which changes, how often, and whether by mail too. */
import { type AlertChange, alertChanges } from '@leadloom/shared/contract/alert-messages';
import { alertFrequencies, createAlert, type Watch } from '@leadloom/shared/contract/alerts';
import type { Visibility } from '@leadloom/shared/contract/visibility';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { OfferedDialog } from '../../components/dialogs/offered-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ScheduleFields, useSchedule } from '../../components/schedule-fields.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { VisibilityField } from '../../components/workspace/visibility-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { frequencyOptions } from './alert-words.ts';
import { SlackChoice } from './slack-choice.tsx';
import { isSameWatch, useWatchable, type Watchable } from './use-watchable.ts';

interface NewAlertDialogProps {
  /** What is filled in; null: nothing. */
  readonly preset: Watch | null;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

const choiceLabels: Readonly<Record<AlertChange, string>> = {
  added: 'Something new',
  changed: 'Something changed',
  removed: 'Something removed',
};

const none: readonly Watchable[] = [];

export function NewAlertDialog({ preset, onCreated, onClose }: NewAlertDialogProps) {
  const watchable = useWatchable(preset);
  const submission = useSubmission();
  const schedule = useSchedule(alertFrequencies, 'instant');
  const [name, setName] = useState('');
  const [picked, setChosen] = useState<string | null>(null);
  const [on, setOn] = useState(firstChanges(preset));
  const [isMailed, setMailed] = useState(false);
  const [isSentToWebhooks, setSentToWebhooks] = useState(false);
  const [slackId, setSlackId] = useState<string | null>(null);
  const [visibility, setVisibility] = useState<Visibility>('private');
  const { isPersonal } = useWorkspace();
  const changesId = useId();
  const options = watchable.data ?? none;
  const choices = useMemo(() => options.map(({ label }, index) => ({ value: String(index), label })), [options]);
  const first = preset === null ? -1 : options.findIndex(({ watch }) => isSameWatch(watch, preset));
  const chosen = picked ?? (first < 0 ? '' : String(first));
  const watched = options[Number(chosen)];
  const isWhole = chosen !== '' && watched !== undefined && on.length > 0 && schedule.content !== null && slackId !== '';

  async function create(): Promise<void> {
    if (watched === undefined || schedule.content === null) return;
    const times = schedule.content;
    const title = name.trim() === '' ? watched.label.slice(0, 80) : name.trim();
    const isDone = await submission.submit(() =>
      call(createAlert, {
        body: {
          name: title,
          watch: watched.watch,
          on: [...on],
          ...times,
          ...(isPersonal ? {} : { visibility }),
          by: [
            'app',
            ...(isMailed ? (['mail'] as const) : []),
            ...(isSentToWebhooks ? (['webhook'] as const) : []),
            ...(slackId === null ? [] : (['slack'] as const)),
          ],
          ...(slackId === null ? {} : { destination_id: slackId }),
        },
      }),
    );
    if (isDone) onCreated();
  }

  function toggle(change: AlertChange, isChosen: boolean): void {
    submission.clearFailure();
    setOn(alertChanges.filter((known) => (known === change ? isChosen : on.includes(known))));
  }

  return (
    <OfferedDialog
      title="New alert"
      submitLabel="Create alert"
      offered={watchable}
      loading="Loading what you can watch…"
      submission={submission}
      isWhole={isWhole}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      {() => (
        <>
          {preset !== null && first < 0 && picked === null && (
            <Notice severity="warning">What you wanted to watch no longer exists.</Notice>
          )}
          <SelectField
            label="Watch"
            name="watch"
            value={chosen}
            onChange={(value) => {
              submission.clearFailure();
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
          <VisibilityField visibility={visibility} onChange={setVisibility} />
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
          <ScheduleFields schedule={schedule} options={frequencyOptions} hasTime={schedule.every !== 'instant'} />
          <Box>
            <CheckLine label="Also by email" isChecked={isMailed} onChange={setMailed} />
            <CheckLine label="Also to my webhooks" isChecked={isSentToWebhooks} onChange={setSentToWebhooks} />
            <SlackChoice chosen={slackId} onChange={setSlackId} />
          </Box>
        </>
      )}
    </OfferedDialog>
  );
}

/** What is most likely wanted of it. */
function firstChanges(watch: Watch | null): readonly AlertChange[] {
  if (watch?.kind === 'people') return ['changed'];
  return watch?.kind === 'list' ? alertChanges : ['added'];
}
