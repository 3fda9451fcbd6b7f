/** Alerts: what they told, and the alerts themselves. A link in a mail opens its message. */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { NewerAndOlder } from '../../components/newer-and-older.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { readWatch, WATCH_PARAMETER } from '../../lib/alerts/new-alert-path.ts';
import { logProblem } from '../../lib/log.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { AlertList } from './alert-list.tsx';
import { MessageList } from './message-list.tsx';
import { NewAlertDialog } from './new-alert-dialog.tsx';
import { MESSAGES_A_PAGE, markRead, useAlertMessages, useAlerts, useReloadAlerts } from './use-alerts.ts';

export function Alerts() {
  const { data: user, error, refetch, isFetching } = useMe();
  const [parameters, setParameters] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const asked = readWatch(parameters);
  const reload = useReloadAlerts();
  useScreenActions(user?.verified === true ? [{ label: 'New alert', run: () => setCreating(true) }] : []);

  function ask(watch: 'people' | 'trends'): void {
    setParameters({ [WATCH_PARAMETER]: watch });
  }
  function close(): void {
    setCreating(false);
    if (parameters.has(WATCH_PARAMETER)) setParameters({}, { replace: true });
  }

  return (
    <PageBody width="list">
      <HeadingLine>
        <PageHeading title="Alerts" />
        <Button variant="contained" disabled={user?.verified !== true} onClick={() => setCreating(true)}>
          New alert
        </Button>
      </HeadingLine>
      {user === undefined &&
        (error === null ? (
          <LoadingText>Loading your account…</LoadingText>
        ) : (
          <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ))}
      {user?.verified === false && (
        <>
          <Typography>Check your inbox and verify your email to get alerts.</Typography>
          <ResendVerification />
        </>
      )}
      {user?.verified === true && (
        <>
          <Messages />
          <OwnAlerts onAsk={ask} />
        </>
      )}
      {(isCreating || (asked !== null && user?.verified === true)) && (
        <NewAlertDialog
          asked={asked}
          onCreated={() => {
            close();
            void reload();
          }}
          onClose={close}
        />
      )}
    </PageBody>
  );
}

function Messages() {
  const [parameters, setParameters] = useSearchParams();
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useAlertMessages(page);
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
        <Button
          size="small"
          disabled={data?.data.every(({ read }) => read) !== false}
          // Its words end where the frames below do, and its height moves nothing.
          sx={{ mr: -0.625, my: -0.75 }}
          onClick={() => void mark(null)}
        >
          Mark all as read
        </Button>
      </Box>
      {data === undefined && error === null && <LoadingText>Loading messages…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.total === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>No messages yet. Messages from your alerts appear here.</Typography>
      )}
      {data !== undefined && data.total > 0 && <MessageList messages={data.data} open={open} onToggle={toggle} />}
      <NewerAndOlder page={page} pages={pages} onPage={setPage} />
    </Box>
  );
}

interface OwnAlertsProps {
  /** Opens the form with this filled in; "New alert" above opens the empty one. */
  readonly onAsk: (watch: 'people' | 'trends') => void;
}

function OwnAlerts({ onAsk }: OwnAlertsProps) {
  const { data, error, isFetching, refetch } = useAlerts();
  const hasSettled = useHasSettled(useAlertMessages(1));
  // The messages decide where this section stands.
  const style = hasSettled ? undefined : ({ visibility: 'hidden' } as const);
  return (
    <Box component="section" aria-labelledby="own-alerts" style={style} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id="own-alerts" variant="h2">
        Your alerts
      </Typography>
      {data === undefined && error === null && <LoadingText>Loading alerts…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.length === 0 && (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          <Typography sx={{ color: 'text.secondary' }}>
            Get a message when rows of a saved view or a list, a tracked name, your trends or your collected people change.
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" onClick={() => onAsk('people')}>
              When people change
            </Button>
            <Button variant="outlined" onClick={() => onAsk('trends')}>
              When a trend is found
            </Button>
          </Box>
        </Box>
      )}
      {data !== undefined && data.length > 0 && <AlertList alerts={data} />}
    </Box>
  );
}
