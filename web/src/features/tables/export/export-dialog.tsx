/** What an export would contain and cost of the month's limit, before it starts. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { type ExportPreview, tableEndpoints } from '@leadloom/shared/contract/tables';
import { hasSenderFile, senderColumns } from '@leadloom/shared/tables/sender-file';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useEffect, useRef, useState } from 'react';
import { completeLayout, shownColumns } from '../../../components/data-grid/columns/column-layout.ts';
import { TitledDialog } from '../../../components/dialogs/titled-dialog.tsx';
import { ExportCost } from '../../../components/export-cost.tsx';
import { FormatRadios } from '../../../components/format-radios.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useFileFormat } from '../../../lib/file-format-choice.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { attributionsOf } from '../rows/attributions.tsx';
import { exportFailure } from '../rows/failure-sentence.ts';
import { queryOf } from './run-export.ts';
import type { ExportRequest } from './running-exports.ts';

const columnChoices = ['all', 'visible', 'sender'] as const;
type ColumnChoice = (typeof columnChoices)[number];

interface ExportDialogProps {
  readonly isOpen: boolean;
  readonly table: TableName;
  readonly state: TableState;
  readonly columns: readonly ColumnLayout[];
  readonly onClose: () => void;
  readonly onExport: (request: ExportRequest) => void;
}

export function ExportDialog({ isOpen, table, state, columns, onClose, onExport }: ExportDialogProps) {
  const definition = tableByName(table);
  const { title, columns: defined } = definition;
  const [chosen, setChosen] = useState<ColumnChoice>('all');
  const { format } = useFileFormat();
  const preview = usePreview(isOpen, table, state);
  const attributions = useAttributions(isOpen, table, state);
  const onScreen = defined.filter((column) => column.isStoredOnly !== true);
  const visible = shownColumns(completeLayout(onScreen, columns)).map(({ field }) => field);

  function start(limit?: number): void {
    const { filters, sort } = state;
    onExport({
      filters,
      sort,
      format,
      ...(chosen === 'visible' ? { columns: visible } : {}),
      ...(chosen === 'sender' ? { preset: chosen } : {}),
      ...(limit === undefined ? {} : { limit }),
    });
  }

  return (
    <TitledDialog
      isOpen={isOpen}
      title={`Export ${title}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {preview.data !== undefined && <StartButton preview={preview.data} onStart={start} />}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minHeight: '12rem' }}>
        {preview.data !== undefined ? (
          <ExportCost preview={preview.data} />
        ) : preview.error !== null ? (
          <LoadFailure
            text={exportFailure(preview.error)}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          />
        ) : (
          <LoadingText>Counting…</LoadingText>
        )}
        <RadioGroup
          aria-label="Columns"
          value={chosen}
          onChange={(_, choice) => setChosen(columnChoices.find((known) => known === choice) ?? 'all')}
        >
          <FormControlLabel value="all" control={<Radio size="small" />} label={`All columns (${defined.length})`} />
          <FormControlLabel value="visible" control={<Radio size="small" />} label={`Visible columns (${visible.length})`} />
          {hasSenderFile(definition) && <FormControlLabel value="sender" control={<Radio size="small" />} label="For a sender" />}
        </RadioGroup>
        {chosen === 'sender' && (
          <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {senderColumns.map(({ field }) => field).join(', ')}. First and last names are blank unless a name has exactly two
            words.
          </Box>
        )}
        <FormatRadios />
        {attributions !== '' && (
          <Box role="note" aria-label="Sources" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {attributions}
          </Box>
        )}
      </Box>
    </TitledDialog>
  );
}

interface StartButtonProps {
  readonly preview: ExportPreview;
  readonly onStart: (limit?: number) => void;
}

/** The whole of it, or the first records that are left. */
function StartButton({ preview: { is_allowed, rows, remaining }, onStart }: StartButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Enter starts the export, unless somebody went to something else while it was counted.
  useEffect(() => {
    if (document.activeElement?.contains(button.current) === true) button.current?.focus();
  }, []);
  if (is_allowed) {
    return (
      <Button ref={button} variant="contained" disabled={rows === 0} onClick={() => onStart()}>
        Export {formatRows(rows)}
      </Button>
    );
  }
  if (remaining === null || remaining <= 0) return null;
  return (
    <Button ref={button} variant="contained" onClick={() => onStart(remaining)}>
      Export the first {formatRows(remaining)}
    </Button>
  );
}

/**
 * The sentences for the sources of the rows that are exported; empty while they are not known, and where no open source has a
 * row. A facet would not do: it counts also what the filter by a source leaves out.
 */
function useAttributions(isOpen: boolean, table: TableName, { filters }: TableState): string {
  const { data } = useQuery({
    queryKey: ['export-sources', table, filters],
    queryFn: ({ signal }) =>
      call(tableEndpoints[table].summary, { query: { ...queryOf({ filters, sort: null }), by: ['source'] } }, { signal }),
    enabled: isOpen,
  });
  const sources = data?.data.flatMap(({ by }) => by) ?? [];
  return attributionsOf(sources.filter((source) => typeof source === 'string'));
}

/** The preview is fetched every time, because other exports change it. */
function usePreview(isOpen: boolean, table: TableName, { filters, sort }: TableState) {
  return useQuery({
    queryKey: ['export-preview', table, filters, sort],
    queryFn: ({ signal }) => call(tableEndpoints[table].previewExport, { query: queryOf({ filters, sort }) }, { signal }),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
}
