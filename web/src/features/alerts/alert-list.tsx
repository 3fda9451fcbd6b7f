/** The account's alerts: what each watches, when it tells, and what can be done with it. */
import {
  type Alert,
  type AlertChannel,
  alertChannels,
  alertSchema,
  deleteAlert,
  testAlert,
  updateAlert,
} from '@leadloom/shared/contract/alerts';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.tsx';
import { EntryHead, EntryList } from '../../components/entry-list.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { canShare, otherVisibility, sectionsOf, sharedText, shareLabel, whoseText } from '../../lib/workspace/mine-and-shared.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { saveOverOthers } from '../../lib/workspace/save-over-others.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { describeChanges, describeTimes, describeWatch } from './alert-words.ts';
import { SlackDialog } from './slack-choice.tsx';
import { useReloadAlerts } from './use-alerts.ts';

export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { isPersonal } = useWorkspace();
  return sectionsOf(alerts, isPersonal).map(({ title, entries }) => (
    <Fragment key={title}>
      {title !== null && <Typography variant="h3">{title}</Typography>}
      <EntryList
        label={title === 'Shared' ? 'Shared alerts' : 'Your alerts'}
        entries={entries}
        renderEntry={(alert) => <AlertEntry alert={alert} />}
      />
    </Fragment>
  ));
}

type AlertChange = Partial<Pick<Alert, 'by' | 'destination_id' | 'visibility'>>;

/** @returns whether the alert is as it was saved here @throws {ApiError} */
async function saveAlert(alert: Alert, change: AlertChange): Promise<boolean> {
  const { isMine } = await saveOverOthers({
    what: 'alert',
    base: alert,
    change,
    schema: alertSchema,
    describe: (kept) => [
      { label: 'Name', text: kept.name },
      { label: 'Reports', text: `What was ${describeChanges(kept)} in ${describeWatch(kept)}` },
      { label: 'When', text: describeTimes({ ...kept, next_at: null }) },
      { label: 'Seen by', text: kept.visibility === 'workspace' ? 'Everybody' : 'Its author' },
    ],
    send: (basedOn) => call(updateAlert, { params: { alert_id: alert.id }, body: { ...change, ...basedOn } }),
  });
  return isMine;
}

function AlertEntry({ alert }: { readonly alert: Alert }) {
  const reload = useReloadAlerts();
  const { isSending, submit } = useSubmission();
  const [isDeleting, setDeleting] = useState(false);
  const [isChoosingSlack, setChoosingSlack] = useState(false);
  const isInSlack = alert.by.includes('slack');
  const isMailed = alert.by.includes('mail');
  const isSentToWebhooks = alert.by.includes('webhook');
  const isActive = alert.state === 'active';
  const workspace = useWorkspace();
  const reader = useKnownMe()?.email;

  /** @param action answers false if what another member saved was kept */
  async function run(action: () => Promise<unknown>, done: string): Promise<void> {
    let isMine = true;
    const isDone = await submit(async () => {
      isMine = (await action()) !== false;
    }, showRefusal);
    if (!isDone) return;
    await reload();
    if (isMine) showSnackbar('success', done);
  }
  function share(): void {
    const visibility = otherVisibility(alert);
    void run(() => saveAlert(alert, { visibility }), sharedText(alert.name, { visibility }, workspace));
  }
  const path = { params: { alert_id: alert.id } };
  /** Without any other way, messages are in the app alone. */
  function withOrWithout(channel: AlertChannel, isOn: boolean): AlertChannel[] {
    return alertChannels.filter((known) => (known === channel ? isOn : known === 'app' || alert.by.includes(known)));
  }
  const setChannel = (channel: AlertChannel, isOn: boolean, change: AlertChange = {}) =>
    saveAlert(alert, { by: withOrWithout(channel, isOn), ...change });

  return (
    <>
      <EntryHead
        title={alert.name}
        level="h3"
        text={`Reports what was ${describeChanges(alert)} in ${describeWatch(alert)}. ${describeTimes(alert)}.${
          workspace.isPersonal ? '' : ` ${whoseText(alert, reader)}.`
        }`}
        actions={
          <>
            {isActive && (
              <>
                <May needs={changing}>
                  <Button
                    size="small"
                    disabled={isSending}
                    onClick={() => void run(() => call(testAlert, path), 'Test message sent')}
                  >
                    Send a test
                  </Button>
                </May>
                <May needs={changing}>
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
                </May>
                <May needs={changing}>
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
                </May>
                <May needs={changing}>
                  <Button
                    size="small"
                    disabled={isSending}
                    onClick={() =>
                      isInSlack
                        ? void run(
                            () => setChannel('slack', false, { destination_id: null }),
                            'This alert no longer goes to Slack',
                          )
                        : setChoosingSlack(true)
                    }
                  >
                    {isInSlack ? 'Stop sending to Slack' : 'Send to Slack'}
                  </Button>
                </May>
              </>
            )}
            {canShare(alert, workspace, reader) && (
              <May needs={changing}>
                <Button size="small" disabled={isSending} title={shareLabel(alert, workspace, reader)} onClick={share}>
                  {alert.visibility === 'workspace' ? 'Make private' : 'Share'}
                </Button>
              </May>
            )}
            <May needs={changing}>
              <Button size="small" color="error" disabled={isSending} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </May>
          </>
        }
      />
      {isChoosingSlack && (
        <SlackDialog
          onChosen={async (id) => {
            const isMine = await setChannel('slack', true, { destination_id: id });
            await reload();
            if (isMine) showSnackbar('success', 'This alert goes to Slack');
          }}
          onClose={() => setChoosingSlack(false)}
        />
      )}
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
