/** Schedules an export. Everything is filled in, so that pressing Create is enough. */
import {
  createScheduledExport,
  exportFormats,
  exportFrequencies,
  isCompressedFormat,
} from '@leadloom/shared/contract/scheduled-exports';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { OfferedDialog } from '../../components/dialogs/offered-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { ScheduleFields, useSchedule } from '../../components/schedule-fields.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { type RowSource, useRowSources } from '../../lib/row-sources/use-row-sources.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { type ChosenDestination, DestinationChoices } from './destination-choices.tsx';
import { formatOptions, frequencyOptions } from './export-words.ts';

const none: readonly RowSource[] = [];

interface NewExportDialogProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

export function NewExportDialog({ onCreated, onClose }: NewExportDialogProps) {
  const exportable = useRowSources();
  const submission = useSubmission();
  const schedule = useSchedule(exportFrequencies, 'weekly');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('0');
  const [format, setFormat] = useState('csv');
  const [isCompressed, setCompressed] = useState(false);
  const [destinations, setDestinations] = useState<readonly ChosenDestination[]>([]);
  const options = exportable.data ?? none;
  const choices = useMemo(() => options.map(({ label }, index) => ({ value: String(index), label })), [options]);
  const source = chosen === '' ? undefined : options[Number(chosen)];
  const kind = exportFormats.find((known) => known === format);
  const mayBeCompressed = kind !== undefined && !isCompressedFormat(kind);
  const isWhole = source !== undefined && kind !== undefined && schedule.content !== null;

  async function create(): Promise<void> {
    if (source === undefined || kind === undefined || schedule.content === null) return;
    const title = name.trim() === '' ? source.name.slice(0, 80) : name.trim();
    const body = {
      name: title,
      watch: source.watch,
      ...schedule.content,
      format: kind,
      gzip: isCompressed && mayBeCompressed,
      destinations: [...destinations],
    };
    if (await submission.submit(() => call(createScheduledExport, { body }))) onCreated();
  }
  function choose(value: string): void {
    submission.clearFailure();
    setChosen(value);
  }

  return (
    <OfferedDialog
      title="New scheduled export"
      submitLabel="Create"
      offered={exportable}
      loading="Loading your views and lists…"
      submission={submission}
      isWhole={isWhole}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      {({ length }) =>
        length === 0 ? (
          <Typography>
            You have no saved views or lists yet. Filter a table and save a view, or put rows on a list; then schedule it here.
          </Typography>
        ) : (
          <>
            <SelectField
              label="Export"
              name="source"
              value={chosen}
              onChange={choose}
              emptyLabel="Choose a view or a list"
              options={choices}
            />
            <FormField
              label="Name"
              name="name"
              value={name}
              onChange={setName}
              maxLength={80}
              hint="By default, the name of the view or list."
            />
            <ScheduleFields schedule={schedule} options={frequencyOptions} hasTime />
            <SelectField
              label="Format"
              name="format"
              value={format}
              onChange={setFormat}
              emptyLabel="Choose a format"
              options={formatOptions}
            />
            {mayBeCompressed && <CheckLine label="Compressed (gzip)" isChecked={isCompressed} onChange={setCompressed} />}
            <DestinationChoices
              chosen={destinations}
              onChange={(chosen) => {
                submission.clearFailure();
                setDestinations(chosen);
              }}
            />
          </>
        )
      }
    </OfferedDialog>
  );
}
