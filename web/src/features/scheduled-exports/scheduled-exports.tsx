/** Scheduled exports: made, run, and their files. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EntryList } from '../../components/entry-list.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { ExportEntry } from './export-entry.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';
import { useReloadExports, useScheduledExports } from './use-scheduled-exports.ts';

export function ScheduledExports() {
  const { data: user, error, refetch, isFetching } = useMe();
  const [isCreating, setCreating] = useState(false);
  const reload = useReloadExports();
  return (
    <PageBody width="list">
      <HeadingLine>
        <PageHeading title="Scheduled Exports" />
        <Button variant="contained" disabled={user?.verified !== true} onClick={() => setCreating(true)}>
          New scheduled export
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
          <Typography>Check your inbox and verify your email to schedule exports.</Typography>
          <ResendVerification />
        </>
      )}
      {user?.verified === true && <OwnExports onCreate={() => setCreating(true)} />}
      {isCreating && (
        <NewExportDialog
          onCreated={() => {
            setCreating(false);
            void reload();
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </PageBody>
  );
}

function OwnExports({ onCreate }: { readonly onCreate: () => void }) {
  const { data, error, isFetching, refetch } = useScheduledExports();
  return (
    <>
      {data === undefined && error === null && <LoadingText>Loading scheduled exports…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.length === 0 && (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          <Typography sx={{ color: 'text.secondary' }}>
            Have a saved view or a list written to a file, every day or every week. You get an email when it is ready.
          </Typography>
          <Button variant="outlined" onClick={onCreate}>
            Schedule your first export
          </Button>
        </Box>
      )}
      {data !== undefined && data.length > 0 && (
        <EntryList
          label="Your scheduled exports"
          entries={data}
          renderEntry={(scheduled) => <ExportEntry scheduled={scheduled} />}
        />
      )}
    </>
  );
}
