/** Alerts: what they told, and the alerts themselves. A link in a mail opens its message. */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Loaded } from '../../components/loaded.tsx';
import { NewerAndOlder } from '../../components/newer-and-older.tsx';
import { FirstOne, VerifiedScreen } from '../../components/verified-screen.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { readWatch, WATCH_PARAMETER } from '../../lib/alerts/new-alert-path.ts';
import { logProblem } from '../../lib/log.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { AlertList } from './alert-list.tsx';
import { MessageList } from './message-list.tsx';
import { NewAlertDialog } from './new-alert-dialog.tsx';
import { MESSAGES_A_PAGE, markRead, useAlertMessages, useAlerts, useFollowedMessages, useReloadAlerts } from './use-alerts.ts';

export function Alerts() {
  const { data: user } = useMe();
  const [parameters, setParameters] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const preset = readWatch(parameters);
  const reload = useReloadAlerts();
  useScreenActions(user?.verified === true ? [{ label: 'New alert', needs: changing, run: () => setCreating(true) }] : []);

  function close(): void {
    setCreating(false);
    if (parameters.has(WATCH_PARAMETER)) setParameters({}, { replace: true });
  }

  return (
    <VerifiedScreen
      title="Alerts"
      newLabel="New alert"
      onNew={() => setCreating(true)}
      needs={changing}
      verifyFirst="Check your inbox and verify your email to get alerts."
    >
      {() => (
        <>
          <Messages />
          <OwnAlerts onAsk={(watch) => setParameters({ [WATCH_PARAMETER]: watch })} />
          {(isCreating || preset !== null) && (
            <NewAlertDialog
              preset={preset}
              onCreated={() => {
                close();
                void reload();
              }}
              onClose={close}
            />
          )}
        </>
      )}
    </VerifiedScreen>
  );
}

function Messages() {
  const [parameters, setParameters] = useSearchParams();
  const [page, setPage] = useState(1);
  const query = useFollowedMessages(page);
  const { data } = query;
  const reload = useReloadAlerts();
  const open = Number(parameters.get('message') ?? 0) || null;

  function toggle({ id, read }: AlertMessage): void {
    setParameters(id === open ? {} : { message: String(id) }, { replace: true });
    if (!read) void mark([id]);
  }
  async function mark(ids: readonly number[] | null): Promise<void> {
    try {
      await markRead(ids);
      await reload();
    } catch (failure) {
      logProblem('messages could not be marked as read', failure);
    }
  }

  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.total / MESSAGES_A_PAGE));
  return (
    <Box component="section" aria-labelledby="alert-messages" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography id="alert-messages" variant="h2">
          Messages
        </Typography>
        <May needs={changing}>
          <Button
            size="small"
            disabled={data?.data.every(({ read }) => read) !== false}
            // Its words end where the frames below do, and its height moves nothing.
            sx={{ mr: -0.625, my: -0.75 }}
            onClick={() => void mark(null)}
          >
            Mark all as read
          </Button>
        </May>
      </Box>
      <Loaded query={query} loading="Loading messages…">
        {({ data: messages, total }) =>
          total === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>No messages yet. Messages from your alerts appear here.</Typography>
          ) : (
            <MessageList messages={messages} open={open} onToggle={toggle} />
          )
        }
      </Loaded>
      <NewerAndOlder page={page} pages={pages} onPage={setPage} />
    </Box>
  );
}

interface OwnAlertsProps {
  /** Opens the form with this filled in; "New alert" above opens the empty one. */
  readonly onAsk: (watch: 'people' | 'trends') => void;
}

function OwnAlerts({ onAsk }: OwnAlertsProps) {
  const query = useAlerts();
  const { isPersonal } = useWorkspace();
  const hasSettled = useHasSettled(useAlertMessages(1));
  // The messages decide where this section stands.
  const style = hasSettled ? undefined : ({ visibility: 'hidden' } as const);
  return (
    <Box component="section" aria-labelledby="own-alerts" style={style} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id="own-alerts" variant="h2">
        {isPersonal ? 'Your alerts' : 'All alerts'}
      </Typography>
      <Loaded query={query} loading="Loading alerts…">
        {(alerts) =>
          alerts.length === 0 ? (
            <FirstOne text="Get a message when rows of a saved view or a list, a tracked name, your trends or your collected people change.">
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                <May needs={changing}>
                  <Button variant="outlined" onClick={() => onAsk('people')}>
                    When people change
                  </Button>
                </May>
                <May needs={changing}>
                  <Button variant="outlined" onClick={() => onAsk('trends')}>
                    When a trend is found
                  </Button>
                </May>
              </Box>
            </FirstOne>
          ) : (
            <AlertList alerts={alerts} />
          )
        }
      </Loaded>
    </Box>
  );
}
