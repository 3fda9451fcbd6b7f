/** Scheduled exports: made, run, and their files. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { EntryList } from '../../components/entry-list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FirstOne, VerifiedScreen } from '../../components/verified-screen.tsx';
import { May } from '../../components/workspace/may.tsx';
import { connecting } from '../../lib/workspace/needs.ts';
import { ExportEntry } from './export-entry.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';
import { useReloadExports, useScheduledExports } from './use-scheduled-exports.ts';

export function ScheduledExports() {
  const [isCreating, setCreating] = useState(false);
  const reload = useReloadExports();
  return (
    <VerifiedScreen
      title="Scheduled Exports"
      newLabel="New scheduled export"
      onNew={() => setCreating(true)}
      needs={connecting}
      verifyFirst="Check your inbox and verify your email to schedule exports."
    >
      {() => (
        <>
          <OwnExports onCreate={() => setCreating(true)} />
          {isCreating && (
            <NewExportDialog
              onCreated={() => {
                setCreating(false);
                void reload();
              }}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </VerifiedScreen>
  );
}

function OwnExports({ onCreate }: { readonly onCreate: () => void }) {
  const query = useScheduledExports();
  return (
    <Loaded query={query} loading="Loading scheduled exports…">
      {(all) =>
        all.length === 0 ? (
          <FirstOne text="Have a saved view or a list written to a file, every day or every week. You get an email when it is ready.">
            <May needs={connecting}>
              <Button variant="outlined" onClick={onCreate}>
                Schedule your first export
              </Button>
            </May>
          </FirstOne>
        ) : (
          <EntryList
            label="Your scheduled exports"
            entries={all}
            renderEntry={(scheduled) => <ExportEntry scheduled={scheduled} />}
          />
        )
      }
    </Loaded>
  );
}
