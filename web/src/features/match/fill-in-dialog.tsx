/** Adds columns of the rows to the list: what it costs first, then the file. */
import { exportMatches, previewMatchExport } from '@leadloom/shared/contract/match';
import { type FileFormat, fileNameIn } from '@leadloom/shared/domain/file-format';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { ExportCost } from '../../components/export-cost.tsx';
import { FormatRadios } from '../../components/format-radios.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { useRefreshMe } from '../../lib/account/use-me.ts';
import { ApiError, unreadableError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { download } from '../../lib/api-client/download.ts';
import { chooseFileFormat, useFileFormat } from '../../lib/file-format-choice.ts';
import { writeList } from '../../lib/match/read-list.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { fillIn, readRowsFile } from './filled-list.ts';
import { writeFilledWorkbook } from './filled-workbook.ts';
import type { Outcome } from './match-lines.ts';
import type { ReadSource } from './read-source.ts';

/** Chosen at first. */
const FIRST_COLUMNS = 5;

interface FillInDialogProps {
  readonly table: TableName;
  readonly source: ReadSource;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function FillInDialog({ table, source, outcomes, ids, onClose }: FillInDialogProps) {
  const { columns } = tableByName(table);
  const [fields, setFields] = useState<readonly string[]>(columns.slice(0, FIRST_COLUMNS).map(({ field }) => field));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const refreshMe = useRefreshMe();
  useEffect(() => () => stop.current?.abort(), []);
  const preview = useQuery({
    queryKey: ['match-export', table, ids],
    queryFn: ({ signal }) => call(previewMatchExport, { body: { table, ids: [...ids] } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { format: last } = useFileFormat();
  // A workbook becomes a workbook, whatever was chosen for other files.
  const [own, setOwn] = useState<FileFormat | null>(source.isWorkbook ? 'xlsx' : null);
  const format = own ?? last;
  const chosen = columns.filter(({ field }) => fields.includes(field));

  async function fill(): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setBusy(true);
    setFailure(null);
    try {
      let expected: number | null = null;
      const body = { table, ids: [...ids], fields: chosen.map(({ field }) => field) };
      const file = await download(
        exportMatches,
        { body },
        {
          signal: controller.signal,
          onStart: (headers) => {
            expected = Number(headers.get('x-export-rows') ?? Number.NaN);
          },
          onBytes: () => undefined,
        },
      );
      const cells = readRowsFile(await file.text());
      // A file cut off on its way must not pass as complete.
      if (cells.size !== expected) throw unreadableError(200);
      const titles = chosen.map(({ headerName }) => headerName);
      const filled =
        format === 'csv'
          ? writeList(fillIn(source, outcomes, cells, titles), source.delimiter)
          : await writeFilledWorkbook(source, outcomes, { cells, columns: chosen });
      saveFile(filled, fileNameIn(format, `${table}_matched.csv`));
      showSnackbar('success', 'The list was filled in.');
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setBusy(false);
    }
    await refreshMe().catch(() => undefined);
  }

  return (
    <FormDialog
      title="Fill in columns"
      text="Your list with columns of the rows that were found."
      submitLabel="Download"
      isSubmitDisabled={isBusy || chosen.length === 0 || preview.data?.is_allowed !== true}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void fill()}
      onClose={onClose}
    >
      <Box sx={{ minHeight: '7rem', display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {preview.data !== undefined ? (
          <ExportCost preview={preview.data} />
        ) : preview.error !== null ? (
          <LoadFailure text={preview.error.message} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
        ) : (
          <LoadingText>Counting…</LoadingText>
        )}
      </Box>
      <Box role="group" aria-label="Columns" sx={{ display: 'grid', maxHeight: '40vh', overflowY: 'auto' }}>
        {columns.map(({ field, headerName }) => (
          <FormControlLabel
            key={field}
            label={headerName}
            control={
              <Checkbox
                size="small"
                checked={fields.includes(field)}
                onChange={(_, isChecked) =>
                  setFields((before) => (isChecked ? [...before, field] : before.filter((other) => other !== field)))
                }
              />
            }
          />
        ))}
      </Box>
      <FormatRadios
        format={format}
        onChoose={(chosenFormat) => {
          chooseFileFormat(chosenFormat);
          setOwn(chosenFormat);
        }}
      />
    </FormDialog>
  );
}
