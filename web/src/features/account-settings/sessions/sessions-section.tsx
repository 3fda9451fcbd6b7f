import { endSession, listSessions } from '@leadloom/shared/contract/account-settings';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { SettingsLine, useLine } from '../../../components/settings-line.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { LoadedValue } from '../loaded-value.tsx';
import { EndOthersDialog } from './end-others-dialog.tsx';
import { SessionLine } from './session-line.tsx';

type SessionList = EndpointResult<typeof listSessions>;

const sessionsQueryKey = ['sessions'] as const;

export function SessionsSection() {
  const queryClient = useQueryClient();
  const list = useQuery<SessionList, ApiError>({
    queryKey: sessionsQueryKey,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  });
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const line = useLine();
  const [isConfirming, setConfirming] = useState(false);
  const hasOthers = list.data?.sessions.some(({ is_current: isCurrent }) => !isCurrent) === true;

  async function end(action: () => Promise<unknown>, sentence: string): Promise<void> {
    line.setOutcome(null);
    if (await submit(action)) line.setOutcome(sentence);
    await queryClient.invalidateQueries({ queryKey: sessionsQueryKey });
  }

  function onOthersEnded(sentence: string): void {
    setConfirming(false);
    line.setOutcome(sentence);
    void queryClient.invalidateQueries({ queryKey: sessionsQueryKey });
  }

  return (
    <SettingsLine
      heading="Sessions"
      value={<LoadedValue query={list} text={({ sessions }) => sessionsText(sessions.length)} />}
      line={line}
      lead="The browsers signed in to your account. End any you do not recognise."
    >
      {list.data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Box component="ul" aria-label="Sessions" sx={{ listStyle: 'none', m: 0, p: 0, width: '100%' }}>
            {list.data.sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isEndDisabled={isSending}
                onEnd={() => void end(() => endOne(session.id), 'The session has ended.')}
              />
            ))}
          </Box>
          <Box>
            <Button
              variant="outlined"
              color="error"
              disabled={isSending || !hasOthers}
              onClick={() => {
                clearFailure();
                line.setOutcome(null);
                setConfirming(true);
              }}
            >
              End all others
            </Button>
            {isConfirming && <EndOthersDialog onEnded={onOthersEnded} onClose={() => setConfirming(false)} />}
            <Box aria-live="polite" sx={{ mt: failure === null ? 0 : 2 }}>
              {failure !== null && <Notice severity="error">{failure.message}</Notice>}
            </Box>
          </Box>
        </Box>
      )}
    </SettingsLine>
  );
}

function sessionsText(count: number): string {
  return count === 1 ? 'Signed in on 1 browser' : `Signed in on ${count} browsers`;
}

/** A session that has already ended counts as ended. */
async function endOne(id: string): Promise<void> {
  try {
    await call(endSession, { params: { session_id: id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SESSION.NOT_FOUND')) throw error;
  }
}
