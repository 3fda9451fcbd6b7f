/** The runs of a CRM: started, followed, what failed and why, and undone. */

import { type CrmRun, runCrm, undoCrmRun } from '@leadloom/shared/contract/crm';
import { destinationLabels, repeatDestinationDelivery } from '@leadloom/shared/contract/destinations';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { EntryHead, EntryList } from '../../../components/entry-list.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { NewerAndOlder } from '../../../components/newer-and-older.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PlainTable } from '../../../components/plain-table.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useReloadDestinations } from '../../../lib/destinations/use-destinations.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import type { SourceTable } from '../../../lib/row-sources/use-row-sources.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { connecting } from '../../../lib/workspace/needs.ts';
import { describeCounts, describeRunState } from '../destination-words.ts';
import type { CrmDestination } from '../kind-forms.ts';
import { isRunning, RUNS_A_PAGE, useRuns } from '../use-deliveries.ts';
import { SkippedRows } from './dry-run.tsx';

interface RunsProps {
  readonly destination: CrmDestination;
  /** That of the rows; null: it is not known. */
  readonly table: SourceTable | null;
  /** Called when a run ended or was undone while the page was open. */
  readonly onWritten: () => void;
}

export function Runs({ destination, table, onWritten }: RunsProps) {
  const reload = useReloadDestinations();
  const { isSending, failure, submit } = useSubmission();
  const [page, setPage] = useState(1);
  const query = useRuns(destination.id, page);
  const isUnderWay = query.data?.data.some(isRunning) === true;
  const { id, kind, mapping, state } = destination;
  useNewEnds(page === 1 && !query.isPlaceholderData ? query.data?.data : undefined, onWritten);
  const name = destinationLabels[kind];

  async function run(): Promise<void> {
    const isDone = await submit(() => call(runCrm, { params: { destination_id: id } }));
    if (isDone) setPage(1);
    await reload();
  }

  return (
    <Box component="section" aria-labelledby="crm-runs" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Typography id="crm-runs" variant="h2">
        Runs
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <May needs={connecting}>
          <Button
            variant="outlined"
            disabled={isSending || isUnderWay || mapping.length === 0 || state !== 'active'}
            onClick={() => void run()}
          >
            Run now
          </Button>
        </May>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`A run pushes what changed since the last one, and reads back what ${name} has. The preview says why it skips rows.`}
        </Typography>
      </Box>
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      <Loaded query={query} loading="Loading runs…">
        {({ data, total }) =>
          total === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>No runs yet.</Typography>
          ) : (
            <>
              <EntryList
                label="Runs"
                entries={data}
                renderEntry={(one) => (
                  <RunEntry
                    run={one}
                    isNewest={page === 1 && one.id === data[0]?.id}
                    {...{ destination, table, isUnderWay, onWritten }}
                  />
                )}
              />
              <NewerAndOlder page={page} pages={Math.max(1, Math.ceil(total / RUNS_A_PAGE))} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Box>
  );
}

const GOES_ON = 'It goes on by itself.';
const SEND_AGAIN = 'Send it again, and it goes on where it was.';
const ENABLE_FIRST = 'Enable the destination, then send this run again: it goes on where it was.';

/** Calls back when a run has ended since the last look. @param runs the newest; undefined: they are not known now */
function useNewEnds(runs: readonly CrmRun[] | undefined, onEnded: () => void): void {
  const known = useRef<string | null | undefined>(undefined);
  const tell = useEffectEvent(onEnded);
  const newest = runs === undefined ? undefined : (runs.find((run) => !isRunning(run))?.id ?? null);
  useEffect(() => {
    if (newest === undefined) return;
    if (known.current !== undefined && known.current !== newest) tell();
    known.current = newest;
  }, [newest]);
}

interface RunEntryProps extends RunsProps {
  readonly run: CrmRun;
  /** A run that failed goes on where it was, as long as no later one did its work. */
  readonly isNewest: boolean;
  readonly isUnderWay: boolean;
}

function RunEntry({ run, isNewest, destination, table, isUnderWay, onWritten }: RunEntryProps) {
  const reload = useReloadDestinations();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const [isAsking, setAsking] = useState(false);
  const [undone, setUndone] = useState<EndpointResult<typeof undoCrmRun> | null>(null);
  const [areFailedShown, setFailedShown] = useState(false);
  const name = destinationLabels[destination.kind];
  const what = destination.object;
  const goesOn = isNewest && run.state === 'failed' && run.undone_at === undefined;
  const isActive = destination.state === 'active';

  async function sendAgain(): Promise<void> {
    const path = { params: { destination_id: destination.id, delivery_id: run.id } };
    await submit(() => call(repeatDestinationDelivery, path));
    await reload();
  }
  async function undo(): Promise<void> {
    const path = { params: { destination_id: destination.id, run_id: run.id } };
    const isDone = await submit(async () => setUndone(await call(undoCrmRun, path)));
    if (!isDone) return;
    setAsking(false);
    onWritten();
    await reload();
  }

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <EntryHead
        title={formatDayAndTime(run.at)}
        level="h3"
        text={describeCounts(run)}
        status={describeRunState(run)}
        actions={
          <>
            {run.failed.length > 0 && (
              <Button size="small" aria-expanded={areFailedShown} onClick={() => setFailedShown(!areFailedShown)}>
                {areFailedShown ? 'Hide what failed' : 'Show what failed'}
              </Button>
            )}
            {goesOn && isActive && (
              <May needs={connecting}>
                <Button size="small" disabled={isSending || isUnderWay} onClick={() => void sendAgain()}>
                  Send again
                </Button>
              </May>
            )}
            {run.can_undo && (
              <May needs={connecting}>
                <Button
                  size="small"
                  color="error"
                  disabled={isSending || isUnderWay}
                  onClick={() => {
                    clearFailure();
                    setAsking(true);
                  }}
                >
                  Undo
                </Button>
              </May>
            )}
          </>
        }
      />
      {run.error !== null && (
        <Notice severity={run.state === 'failed' ? 'error' : 'warning'}>
          {[run.error, isRunning(run) ? GOES_ON : goesOn ? (isActive ? SEND_AGAIN : ENABLE_FIRST) : ''].filter(Boolean).join(' ')}
        </Notice>
      )}
      {failure !== null && !isAsking && <Notice severity="error">{failure.message}</Notice>}
      {areFailedShown && <SkippedRows label="Failed rows" skipped={run.failed} table={table} />}
      <Box
        aria-live="polite"
        sx={{ mt: undone === null ? -1 : 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        {undone !== null && (
          <>
            <Notice severity={undone.kept.length === 0 ? 'success' : 'warning'}>
              {`${formatCount(undone.undone)} ${what} undone, ${formatCount(undone.kept.length)} kept as they are.`}
            </Notice>
            {undone.kept.length > 0 && (
              <PlainTable
                label="Kept as they are"
                isCompact
                rows={undone.kept}
                keyOf={({ id }) => id}
                columns={[
                  { title: `Id in ${name}`, cell: ({ id }) => id },
                  { title: 'Reason', cell: ({ reason }) => reason },
                ]}
              />
            )}
          </>
        )}
      </Box>
      {isAsking && (
        <ConfirmDialog
          title="Undo this run?"
          text={`What it created in ${name} is deleted there, and what it changed gets its earlier values, wherever nobody changed it since. All others are kept, and you see which.`}
          confirmLabel="Undo run"
          isDestructive
          isWorking={isSending}
          failure={failure?.message ?? null}
          onConfirm={() => void undo()}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
