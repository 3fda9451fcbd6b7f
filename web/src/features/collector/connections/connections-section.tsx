/** "Add from Linkedin Connections": the start, the position reached, and continuing from there. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { May } from '../../../components/workspace/may.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import type { ListProgress } from '../listing/list-progress.ts';
import { ListReport } from '../listing/list-report.tsx';
import type { ListRunState } from '../listing/list-run.ts';
import { SectionPanel } from '../listing/section-tabs.tsx';
import { useHandedFocus } from '../listing/use-handed-focus.ts';
import { useListRun, useListRuns } from '../listing/use-list-runs.ts';
import { CONNECTIONS, LAST_CONNECTIONS_PAGE, planConnections } from './read-connections.ts';

interface ConnectionsSectionProps {
  /** The extension is not available. */
  readonly isDisabled: boolean;
}

export function ConnectionsSection({ isDisabled }: ConnectionsSectionProps) {
  const { connections: run } = useListRuns();
  const state = useListRun(run);
  const start = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const isRunning = state.phase !== 'idle';
  const interrupted = state.interrupted.get(CONNECTIONS) ?? null;
  const isUnfinished = !isRunning && interrupted !== null && (interrupted.nextPage > 1 || interrupted.unsaved.length > 0);
  useHandedFocus(isRunning, start, stop);

  return (
    <SectionPanel id="connection-profiles" note={noteOf(state, isUnfinished, interrupted)}>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch' }}>
        Lists your connections, 40 per page, newest first. Each page counts towards the 24-hour allowance.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {isUnfinished && (
          <May needs={collecting}>
            <Button variant="contained" disabled={isDisabled} onClick={() => void run.start(planConnections(false))}>
              Continue at page {formatCount(interrupted.nextPage)}
            </Button>
          </May>
        )}
        <May needs={collecting}>
          <Button
            ref={start}
            variant="outlined"
            disabled={isDisabled || isRunning}
            onClick={() => void run.start(planConnections(true))}
          >
            Get from Connections
          </Button>
        </May>
        {isRunning && (
          <Button
            ref={stop}
            color="inherit"
            variant="outlined"
            disabled={state.phase === 'stopping'}
            onClick={() => run.stop()}
            aria-label="Stop reading connections"
          >
            Stop
          </Button>
        )}
      </Box>
      {isUnfinished && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          “Get from Connections” starts again at page 1.
        </Typography>
      )}
      <ListReport state={state} interrupted={isUnfinished ? interrupted : null} hasLength={false} endText={endTextOf(state)} />
    </SectionPanel>
  );
}

function noteOf(
  { phase, page, progress, end }: ListRunState,
  isUnfinished: boolean,
  interrupted: ListProgress | null,
): string | null {
  if (phase !== 'idle') return page === null ? 'starting' : `page ${formatCount(page)}`;
  if (isUnfinished && interrupted !== null) return `not finished, page ${formatCount(interrupted.nextPage)} is next`;
  if (end !== null) return 'done';
  return progress?.stop == null ? null : 'stopped';
}

function endTextOf({ end }: ListRunState): string | null {
  if (end === null) return null;
  return end === 'empty_page'
    ? 'All your connections were read.'
    : `Page ${formatCount(LAST_CONNECTIONS_PAGE)} is the last page that can be read.`;
}
