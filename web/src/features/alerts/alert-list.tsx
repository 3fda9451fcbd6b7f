/** The account's alerts: what each watches, when it tells, and what can be done with it. */
import {
  type Alert,
  type AlertChannel,
  alertChannels,
  deleteAlert,
  testAlert,
  updateAlert,
} from '@leadloom/shared/contract/alerts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.tsx';
import { EntryHead, EntryList } from '../../components/entry-list.tsx';
import { call } from '../../lib/api-client/call.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { describeChanges, describeTimes, describeWatch } from './alert-words.ts';
import { useReloadAlerts } from './use-alerts.ts';

export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  return <EntryList label="Your alerts" entries={alerts} renderEntry={(alert) => <AlertEntry alert={alert} />} />;
}

function AlertEntry({ alert }: { readonly alert: Alert }) {
  const reload = useReloadAlerts();
  const { isSending, submit } = useSubmission();
  const [isDeleting, setDeleting] = useState(false);
  const isMailed = alert.by.includes('mail');
  const isSentToWebhooks = alert.by.includes('webhook');
  const isActive = alert.state === 'active';

  async function run(action: () => Promise<unknown>, done: string): Promise<void> {
    const isDone = await submit(action, showRefusal);
    if (!isDone) return;
    await reload();
    showSnackbar('success', done);
  }
  const path = { params: { alert_id: alert.id } };
  /** Without any other way, messages are in the app alone. */
  function withOrWithout(channel: AlertChannel, isOn: boolean): AlertChannel[] {
    return alertChannels.filter((known) => (known === channel ? isOn : known === 'app' || alert.by.includes(known)));
  }
  const setChannel = (channel: AlertChannel, isOn: boolean) =>
    call(updateAlert, { ...path, body: { by: withOrWithout(channel, isOn) } });

  return (
    <>
      <EntryHead
        title={alert.name}
        level="h3"
        text={`Reports what was ${describeChanges(alert)} in ${describeWatch(alert)}. ${describeTimes(alert)}.`}
        actions={
          <>
            {isActive && (
              <>
                <Button
                  size="small"
                  disabled={isSending}
                  onClick={() => void run(() => call(testAlert, path), 'Test message sent')}
                >
                  Send a test
                </Button>
                <Button
                  size="small"
                  disabled={isSending}
                  onClick={() =>
                    void run(
                      () => setChannel('mail', !isMailed),
                      isMailed ? 'No more emails from this alert' : 'This alert now sends emails',
                    )
                  }
                >
                  {isMailed ? 'Stop emails' : 'Send emails'}
                </Button>
                <Button
                  size="small"
                  disabled={isSending}
                  onClick={() =>
                    void run(
                      () => setChannel('webhook', !isSentToWebhooks),
                      isSentToWebhooks ? 'This alert no longer goes to your webhooks' : 'This alert goes to your webhooks',
                    )
                  }
                >
                  {isSentToWebhooks ? 'Stop sending to webhooks' : 'Send to webhooks'}
                </Button>
              </>
            )}
            <Button size="small" color="error" disabled={isSending} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        }
      />
      {isDeleting && (
        <DeleteDialog
          title={`Delete "${alert.name}"?`}
          text="Its messages are deleted too."
          confirmLabel="Delete alert"
          remove={() => call(deleteAlert, path)}
          onDeleted={() => {
            setDeleting(false);
            void reload();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
