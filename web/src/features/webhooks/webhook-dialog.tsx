/** Makes a webhook, or changes one: where it leads, and of which events it is told. */
import { eventLabels, MAX_WEBHOOK_URL, type WebhookEvent, webhookEvents } from '@leadloom/shared/contract/webhooks';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { useSubmission } from '../../lib/use-submission.ts';

/** Only operators are told of imports. */
export function offeredEvents(isOperator: boolean): readonly WebhookEvent[] {
  return webhookEvents.filter((event) => isOperator || event !== 'import.finished');
}

export interface WebhookContent {
  readonly url: string;
  readonly events: WebhookEvent[];
}

interface WebhookDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly offered: readonly WebhookEvent[];
  readonly start: WebhookContent;
  readonly onSubmit: (content: WebhookContent) => Promise<unknown>;
  readonly onClose: () => void;
}

export function WebhookDialog({ title, submitLabel, offered, start, onSubmit, onClose }: WebhookDialogProps) {
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const [url, setUrl] = useState(start.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(start.events);
  const groupId = useId();

  function toggle(event: WebhookEvent, isChosen: boolean): void {
    clearFailure();
    setEvents(offered.filter((known) => (known === event ? isChosen : events.includes(known))));
  }

  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isSubmitDisabled={isSending || url.trim() === '' || events.length === 0}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void submit(() => onSubmit({ url: url.trim(), events: [...events] }))}
      onClose={onClose}
    >
      <FormField
        label="Address"
        name="url"
        value={url}
        onChange={(value) => {
          clearFailure();
          setUrl(value);
        }}
        maxLength={MAX_WEBHOOK_URL}
        hasFocusFirst
        hint="Starts with https:// and takes POST requests."
      />
      <Box role="group" aria-labelledby={groupId}>
        <Typography id={groupId} component="div" variant="subtitle2">
          Send an event when
        </Typography>
        {offered.map((event) => (
          <CheckLine
            key={event}
            label={eventLabels[event]}
            isChecked={events.includes(event)}
            onChange={(isChosen) => toggle(event, isChosen)}
          />
        ))}
      </Box>
    </FormDialog>
  );
}
