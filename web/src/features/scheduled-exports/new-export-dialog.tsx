/** Schedules an export. Everything is filled in, so that pressing Create is enough. */
import { createScheduledExport, exportFormats, exportFrequencies } from '@leadloom/shared/contract/scheduled-exports';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { isTimeOfDay, TimeOfDayField, zoneOfBrowser } from '../../components/time-of-day-field.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { formatOptions, frequencyOptions } from './export-words.ts';
import { useExportable } from './use-scheduled-exports.ts';

const none: NonNullable<ReturnType<typeof useExportable>['data']> = [];

interface NewExportDialogProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

export function NewExportDialog({ onCreated, onClose }: NewExportDialogProps) {
  const exportable = useExportable();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('0');
  const [every, setEvery] = useState('weekly');
  const [at, setAt] = useState('08:00');
  const [format, setFormat] = useState('csv');
  const [isCompressed, setCompressed] = useState(false);
  const options = exportable.data ?? none;
  const choices = useMemo(() => options.map(({ label }, index) => ({ value: String(index), label })), [options]);
  const source = chosen === '' ? undefined : options[Number(chosen)];
  const frequency = exportFrequencies.find((known) => known === every);
  const kind = exportFormats.find((known) => known === format);
  const isWhole = source !== undefined && frequency !== undefined && kind !== undefined && isTimeOfDay(at);

  async function create(): Promise<void> {
    if (source === undefined || frequency === undefined || kind === undefined) return;
    const title = name.trim() === '' ? source.name.slice(0, 80) : name.trim();
    const body = {
      name: title,
      watch: source.watch,
      every: frequency,
      at,
      zone: zoneOfBrowser,
      format: kind,
      gzip: isCompressed,
    };
    if (await submit(() => call(createScheduledExport, { body }))) onCreated();
  }
  function choose(value: string): void {
    clearFailure();
    setChosen(value);
  }

  return (
    <FormDialog
      title="New scheduled export"
      submitLabel="Create"
      isSubmitDisabled={!isWhole || isSending}
      isBusy={isSending}
      failure={failure?.message ?? null}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      {exportable.isPending && <LoadingText>Loading your views and lists…</LoadingText>}
      {exportable.error !== null && (
        <LoadFailure
          text={exportable.error.message}
          onRetry={() => void exportable.refetch()}
          isRetrying={exportable.isFetching}
        />
      )}
      {exportable.data?.length === 0 && (
        <Typography>
          You have no saved views or lists yet. Filter a table and save a view, or put rows on a list; then schedule it here.
        </Typography>
      )}
      {options.length > 0 && (
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
          <SelectField
            label="How often"
            name="every"
            value={every}
            onChange={setEvery}
            emptyLabel="Choose how often"
            options={frequencyOptions}
          />
          <TimeOfDayField value={at} onChange={setAt} />
          <SelectField
            label="Format"
            name="format"
            value={format}
            onChange={setFormat}
            emptyLabel="Choose a format"
            options={formatOptions}
          />
          <CheckLine label="Compressed (gzip)" isChecked={isCompressed} onChange={setCompressed} />
        </>
      )}
    </FormDialog>
  );
}
