/** What each column of the file means. One line a header. */
import { type ImportPreview, type ImportTemplate, importOptionsSchema } from '@leadloom/shared/contract/import-uploads';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { importFilePath } from '../../../lib/paths.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { FilledColumns } from './filled-columns.tsx';
import { HeaderTable } from './header-table.tsx';
import { type DraftOptions, readingOf } from './import-draft.ts';
import { chosenColumn, fitMapping, mapHeader, type Unit } from './map-columns.ts';
import { startDraft } from './start-import.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step-props.ts';
import { Templates } from './templates.tsx';

const dateOrders = [
  ['', 'Detect for each column'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
] as const;
const listSeparators = [
  ['', 'Detect'],
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['|', 'Vertical bar'],
  ['/', 'Slash'],
] as const;
const dateOrderSchema = importOptionsSchema.shape.date_order;

export function ColumnsStep({ uploadId, draft, changeDraft, preview, isReading, failure }: StepProps) {
  const navigate = useNavigate();
  const [lacking, setLacking] = useState<readonly string[]>([]);
  const checking = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const { options } = draft;
  const mapping = options.mapping ?? {};
  const definition = tableByName(preview.table);
  const headers = preview.columns.map(({ header }) => header);

  const proposedUnits = useProposedUnits(preview, changeDraft);

  const setOptions = (change: Partial<DraftOptions>) =>
    changeDraft((before) => ({ ...before, options: { ...before.options, ...change } }));

  const applyTemplate = ({ table, options: { choices: _, ...chosen } }: ImportTemplate) => {
    const fitted = fitMapping(chosen.mapping ?? {}, headers);
    setLacking(fitted.lacking);
    changeDraft(({ options: { sheet, entry } }) => {
      const part = { ...(sheet === undefined ? {} : { sheet }), ...(entry === undefined ? {} : { entry }) };
      return { table, options: { ...chosen, ...part, mapping: fitted.mapping }, choices: [], check: null };
    });
  };

  const onNext = () =>
    checking.submit(async () => {
      const reading = readingOf({ ...draft, table: preview.table });
      // The same file read in the same way has been checked already.
      if (draft.check?.reading !== reading) {
        const started = await withProof(() => startDraft({ uploadId, draft, table: preview.table, isDryRun: true }));
        if (started === null) return;
        const { choices } = draft;
        changeDraft((before) => ({ ...before, table: preview.table, check: { id: started.result, reading, choices } }));
      }
      void navigate(importFilePath(uploadId, 'problems'));
    });
  const missing = preview.missing.map(
    (field) => definition.columns.find((column) => column.field === field)?.headerName ?? field,
  );
  return (
    <>
      {proofDialog}
      <Templates table={preview.table} options={options} onApply={applyTemplate} />
      {lacking.length > 0 && (
        <Notice severity="warning">
          The template names {lacking.length === 1 ? 'a header' : 'headers'} that this file does not have: {lacking.join(', ')}.
          The rest of it is applied.
        </Notice>
      )}
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {preview.name} → {definition.title}. {countedInWords(preview)} {headersInWords(preview)} The button next to each says why.
      </Box>
      <HeaderTable
        preview={preview}
        definition={definition}
        mapping={mapping}
        isReading={isReading}
        proposedUnits={proposedUnits}
        onChange={(changed) => setOptions({ mapping: changed })}
      />
      <FilledColumns
        definition={definition}
        mapping={mapping}
        headers={headers}
        onChange={(changed) => setOptions({ mapping: changed })}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(15rem, 1fr))' },
        }}
      >
        <LabelledSelect
          label="Order of dates such as 3/4/2024"
          value={options.date_order ?? ''}
          options={dateOrders}
          onChange={(chosen) => setOptions({ date_order: dateOrderSchema.safeParse(chosen).data })}
        />
        <LabelledSelect
          label="Between values of a list"
          value={options.list_separator ?? ''}
          options={listSeparators}
          onChange={(chosen) => setOptions({ list_separator: chosen === '' ? undefined : chosen })}
        />
        <LabelledSelect
          label="Blank cells of known rows"
          value={options.keep_known === true ? 'keep' : ''}
          options={[
            ['', 'Clear the stored value'],
            ['keep', 'Keep the stored value'],
          ]}
          onChange={(chosen) => setOptions({ keep_known: chosen === 'keep' ? true : undefined })}
        />
      </Box>
      {missing.length > 0 && (
        <Notice severity="warning">
          Nothing fills {missing.join(' and ')} yet, which every row needs. Choose a header for it, join two, or give a value.
        </Notice>
      )}
      {failure !== null && <Notice severity="error">{failure}</Notice>}
      {checking.failure !== null && <Notice severity="error">{checking.failure.message}</Notice>}
      <StepFoot isReading={isReading}>
        <Button variant="outlined" onClick={() => void navigate(importFilePath(uploadId, 'file'))}>
          Back
        </Button>
        <Button
          variant="contained"
          disabled={isReading || checking.isSending || failure !== null || missing.length > 0}
          onClick={() => void onNext()}
        >
          Next: check the rows
        </Button>
      </StepFoot>
    </>
  );
}

/**
 * Chooses the units that the values of a file propose, once for each header, so that the operator can choose others.
 * @returns by header
 */
function useProposedUnits({ columns }: ImportPreview, changeDraft: StepProps['changeDraft']): Readonly<Record<string, Unit>> {
  const [proposed, setProposed] = useState<Readonly<Record<string, Unit>>>({});
  useEffect(() => {
    const found = columns.flatMap(({ header, column, proposed_unit: unit }) =>
      column === null || unit === undefined ? [] : [{ header, column, unit }],
    );
    if (found.length === 0) return;
    setProposed((before) => ({ ...before, ...Object.fromEntries(found.map(({ header, unit }) => [header, unit])) }));
    changeDraft((draft) => {
      const before = draft.options.mapping ?? {};
      // The preview may be older than what was chosen since.
      const open = found.filter(({ header }) => (chosenColumn(before, header)?.unit ?? null) === null);
      const mapping = open.reduce((next, { header, column, unit }) => mapHeader(next, header, column, unit), before);
      return open.length === 0 ? draft : { ...draft, options: { ...draft.options, mapping } };
    });
  }, [columns, changeDraft]);
  return proposed;
}

function countedInWords({ is_whole: isWhole, rows_read: rows }: ImportPreview): string {
  if (rows === 1) return isWhole ? 'Counted in its only row.' : 'Counted in the first row.';
  return `Counted in ${isWhole ? 'all' : 'the first'} ${formatRows(rows)}.`;
}

function headersInWords({ columns }: ImportPreview): string {
  const known = columns.filter(({ column }) => column !== null).length;
  const headers = columns.length === 1 ? 'header' : 'headers';
  return `${formatCount(known)} of ${formatCount(columns.length)} ${headers} ${known === 1 ? 'is' : 'are'} read.`;
}
