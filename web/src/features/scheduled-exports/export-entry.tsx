/** One scheduled export: when it is written, how the last one went, its files, and what can be done with it. */
import {
  deleteScheduledExport,
  runScheduledExport,
  type ScheduledExport,
  updateScheduledExport,
} from '@leadloom/shared/contract/scheduled-exports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { EntryHead } from '../../components/entry-list.tsx';
import { May } from '../../components/workspace/may.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useDestinations } from '../../lib/destinations/use-destinations.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { type ChosenDestination, DestinationChoices, describeDestinations } from './destination-choices.tsx';
import { ExportFiles } from './export-files.tsx';
import { describeLast, describeSchedule } from './export-words.ts';
import { useReloadExports } from './use-scheduled-exports.ts';

export function ExportEntry({ scheduled }: { readonly scheduled: ScheduledExport }) {
  const reload = useReloadExports();
  const { isSending, submit } = useSubmission();
  const [isDeleting, setDeleting] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const destinations = useDestinations(scheduled.destinations.length > 0);
  const filesId = useId();
  const path = { params: { export_id: scheduled.id } };

  async function run(): Promise<void> {
    const isDone = await submit(() => call(runScheduledExport, path), showRefusal);
    if (isDone) await reload();
  }

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <EntryHead
        title={scheduled.name}
        level="h2"
        text={`${describeSchedule(scheduled)} ${describeDestinations(scheduled.destinations, destinations.data ?? [])}`.trim()}
        status={describeLast(scheduled)}
        actions={
          <>
            {scheduled.state === 'active' && (
              <May needs={connecting}>
                <Button size="small" disabled={isSending || scheduled.is_running} onClick={() => void run()}>
                  Run now
                </Button>
              </May>
            )}
            {scheduled.state === 'active' && (
              <May needs={connecting}>
                <Button size="small" disabled={isSending} onClick={() => setChoosing(true)}>
                  Destinations
                </Button>
              </May>
            )}
            <Button size="small" aria-expanded={isOpen} aria-controls={filesId} onClick={() => setOpen(!isOpen)}>
              Files
            </Button>
            <May needs={connecting}>
              <Button size="small" color="error" disabled={isSending} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </May>
          </>
        }
      />
      <Box id={filesId} hidden={!isOpen}>
        {isOpen && <ExportFiles scheduled={scheduled} />}
      </Box>
      {isChoosing && (
        <DestinationsDialog
          scheduled={scheduled}
          onSaved={() => {
            setChoosing(false);
            void reload();
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {isDeleting && (
        <DeleteDialog
          title={`Delete "${scheduled.name}"?`}
          text="Its files are deleted too."
          confirmLabel="Delete scheduled export"
          remove={() => call(deleteScheduledExport, path)}
          onDeleted={() => {
            setDeleting(false);
            void reload();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Box>
  );
}

interface DestinationsDialogProps {
  readonly scheduled: ScheduledExport;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function DestinationsDialog({ scheduled, onSaved, onClose }: DestinationsDialogProps) {
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const [chosen, setChosen] = useState<readonly ChosenDestination[]>(scheduled.destinations);

  async function save(): Promise<void> {
    const change = { params: { export_id: scheduled.id }, body: { destinations: [...chosen] } };
    if (await submit(() => call(updateScheduledExport, change))) onSaved();
  }

  return (
    <FormDialog
      title={`Destinations of "${scheduled.name}"`}
      submitLabel="Save"
      isSubmitDisabled={isSending}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DestinationChoices
        chosen={chosen}
        onChange={(next) => {
          clearFailure();
          setChosen(next);
        }}
      />
    </FormDialog>
  );
}
