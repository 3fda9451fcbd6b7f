/** Tracking on one network: its problems, choosing names, and the tracked names. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CachedStyles } from '../../components/cached-styles.tsx';
import { barStyles } from '../../components/data-grid/bar-styles.ts';
import { GridPager } from '../../components/data-grid/paging/grid-pager.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { formatCount } from '../../lib/format-count.ts';
import { logProblem } from '../../lib/log.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useNow } from '../../lib/use-now.ts';
import { explainFailure, type FailureTexts } from './explain-failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { Network } from './read-network.ts';
import { SourceHealthNotice } from './source-health-notice.tsx';
import { TrackForm } from './track-form.tsx';
import { TrackedTable } from './tracked-table.tsx';
import type { TrackedNames } from './use-tracked.ts';

/** What a row needs besides its name. */
export interface RowContext {
  readonly network: Network | null;
  readonly now: number;
  readonly isLeaving: boolean;
  readonly onRemove: () => void;
}

interface TrackingSectionProps<Tracked> {
  readonly networkName: string;
  readonly names: TrackedNames<Tracked>;
  readonly nameOf: (tracked: Tracked) => string;
  readonly form: Omit<ComponentProps<typeof TrackForm>, 'tracked' | 'isAdding' | 'onAdd' | 'onFocusLost'>;
  readonly table: {
    readonly title: string;
    readonly columns: readonly string[];
    /** The action of each row. */
    readonly action: string;
    readonly empty: string;
    readonly failureTexts: FailureTexts;
  };
  readonly removal: {
    readonly failureTexts: (name: string) => FailureTexts;
    readonly success: (name: string) => string;
  };
  readonly renderRow: (tracked: Tracked, context: RowContext) => ReactNode;
  /** The names are shown page by page. */
  readonly isPaged?: boolean;
  /** What stands below the names. */
  readonly children?: ReactNode;
}

const PAGE_SIZES = [10, 25, 50, 100];
const [FIRST_PAGE_SIZE = 10] = PAGE_SIZES;
/** The element stays the same, so that it is rendered once. */
const pagerStyles = <GlobalStyles styles={barStyles} />;

const suggestNothing = () => Promise.resolve([]);

export function TrackingSection<Tracked>(props: TrackingSectionProps<Tracked>) {
  const { networkName, names, nameOf, form, table, removal, renderRow, isPaged = false, children } = props;
  const { tracked, network, error } = names;
  const isLoading = tracked === undefined && error === null;
  const titleId = useId();
  const now = useNow();
  const region = useRef<HTMLDivElement>(null);
  const isRetried = useRef(false);
  const isUnverified = useMe().data?.verified === false;
  const listFailure = error === null ? null : explainFailure(error, table.failureTexts);
  const [perPage, setPerPage] = useState(FIRST_PAGE_SIZE);
  const [requestedPage, setPage] = useState(1);
  const total = names.lines.length;
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / perPage)));
  const shown = isPaged ? names.lines.slice((page - 1) * perPage, page * perPage) : names.lines;
  const listFailureText = listFailure?.text ?? null;

  useEffect(() => {
    if (error !== null && listFailureText !== null) logProblem(listFailureText, error);
  }, [error, listFailureText]);

  // The pressed button disappears with the failure, and would lose the focus.
  useEffect(() => {
    if (error !== null || !isRetried.current) return;
    isRetried.current = false;
    region.current?.focus();
  }, [error]);

  async function onRemove(one: Tracked): Promise<void> {
    const name = nameOf(one);
    region.current?.focus();
    try {
      await names.remove(one);
      showSnackbar('success', removal.success(name));
    } catch (cause) {
      const { text } = explainFailure(cause, removal.failureTexts(name));
      logProblem(text, cause);
      showSnackbar('error', text);
    }
  }

  function onRetry(): void {
    isRetried.current = true;
    names.retry();
  }

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        containerType: 'inline-size',
        // A problem of the network is shown above all else, and what is shown must not move for it.
        visibility: isLoading ? 'hidden' : undefined,
      }}
    >
      {isLoading && (
        <Box sx={{ position: 'absolute', visibility: 'visible' }}>
          <LoadingText>Loading tracked names…</LoadingText>
        </Box>
      )}
      {isUnverified && <VerificationNotice />}
      <SourceHealthNotice health={network} now={now} />
      <Paper variant="outlined" sx={{ px: 2, pt: 2, pb: { xs: 2, sm: 1 } }}>
        <TrackForm
          {...form}
          // Before verification the server suggests nothing and refuses every request.
          suggest={isUnverified ? suggestNothing : form.suggest}
          tracked={(tracked ?? []).map(nameOf)}
          isAdding={names.isAdding}
          onAdd={names.add}
          onFocusLost={() => region.current?.focus()}
        />
      </Paper>
      <Paper
        ref={region}
        component="section"
        variant="outlined"
        aria-labelledby={titleId}
        // Takes the focus of a removed row.
        tabIndex={-1}
        sx={{ overflow: 'hidden', outline: 'none' }}
      >
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'baseline',
            justifyContent: 'space-between',
            gap: '0.25rem 1rem',
            px: 2,
            py: 1.5,
          }}
        >
          <Typography id={titleId} variant="h2">
            {table.title}
          </Typography>
          <RequestCount networkName={networkName} network={network} />
        </Box>
        <TrackedTable
          columns={table.columns}
          action={table.action}
          isLoading={isLoading}
          rows={shown.map(({ one, isLeaving }) =>
            renderRow(one, { network, now, isLeaving, onRemove: () => void onRemove(one) }),
          )}
          instead={tracked === undefined ? null : table.empty}
        />
        {isPaged && total > FIRST_PAGE_SIZE && (
          <>
            <CachedStyles styles={pagerStyles} />
            <GridPager
              page={page}
              perPage={perPage}
              perPageOptions={PAGE_SIZES}
              total={total}
              count={shown.length}
              onPageChange={setPage}
              onPerPageChange={(size) => {
                setPerPage(size);
                setPage(1);
              }}
            />
          </>
        )}
        {children}
        {listFailure !== null && (
          <Box sx={{ p: 2, pt: tracked === undefined ? 0 : 2, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
            <FailureNotice failure={listFailure} />
            <Button variant="outlined" onClick={onRetry} disabled={names.isFetching}>
              Try again
            </Button>
          </Box>
        )}
      </Paper>
    </Box>
  );
}

/** Before the email is verified, names can be viewed and chosen, but not tracked. */
function VerificationNotice() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', '& > button': { justifySelf: 'start' } }}>
      <Notice severity="info">
        <p>Tracking starts once your email is verified.</p>
        <p>Check your inbox and follow the verification link.</p>
      </Notice>
      <ResendVerification />
    </Box>
  );
}

interface RequestCountProps {
  readonly networkName: string;
  /** null: not known. */
  readonly network: Network | null;
}

/** Today's requests to the network for all accounts of this server; nothing if it is never called. */
function RequestCount({ networkName, network }: RequestCountProps) {
  if (network?.is_configured !== true) return null;
  const { requests_today: today, requests_a_day: limit } = network;
  const count = limit === null ? formatCount(today) : `${formatCount(today)} of ${formatCount(limit)}`;
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {count} requests to {networkName} since midnight UTC
    </Typography>
  );
}
