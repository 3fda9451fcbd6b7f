/** Opens the dialog of an export, and shows the progress of one that runs. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { lateOverlay } from '../../../components/late-part.tsx';
import { records } from '../../../lib/record-count.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { keyText, shortcuts } from '../../../lib/shortcuts.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { type RunningExport, useRunningExports } from './running-exports.ts';
import { useStartExport } from './use-start-export.ts';

const ExportDialog = lateOverlay(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  ({ isOpen }) => isOpen,
);

interface ExportButtonProps {
  readonly table: TableName;
  readonly state: TableState;
  readonly columns: readonly ColumnLayout[];
  readonly isDisabled: boolean;
}

export function ExportButton({ table, state, columns, isDisabled }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const running = useRunningExports((exports) => exports[table]);
  const start = useStartExport(table);
  const canOpen = !isDisabled && running === undefined;
  useScreenActions(canOpen ? [{ label: 'Export these rows', shortcut: shortcuts.exportRows, run: () => setOpen(true) }] : []);

  return (
    <Box component="section" aria-label="Export" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {running !== undefined && <Progress running={running} />}
      {running !== undefined && (
        <Button size="small" onClick={running.cancel}>
          Cancel
        </Button>
      )}
      <Button
        variant="outlined"
        size="small"
        startIcon={<DownloadRounded />}
        title={`Export (${keyText(shortcuts.exportRows)})`}
        disabled={!canOpen}
        onClick={() => setOpen(true)}
      >
        {running === undefined ? 'Export' : 'Exporting...'}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        table={table}
        state={state}
        columns={columns}
        onClose={() => setOpen(false)}
        onExport={(request) => {
          setOpen(false);
          void start(request);
        }}
      />
    </Box>
  );
}

function Progress({ running: { records: arrived, total } }: { readonly running: RunningExport }) {
  const isKnown = total !== null && total > 0 && arrived > 0;
  return (
    <Box sx={{ display: 'grid', gap: 0.25, width: '10rem' }}>
      <LinearProgress
        aria-label="Export"
        variant={isKnown ? 'determinate' : 'indeterminate'}
        value={isKnown ? Math.min(100, (arrived / total) * 100) : 0}
        sx={{ borderRadius: 2 }}
      />
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' }}>
        {total === null ? records(arrived) : `${arrived} of ${records(total)}`}
      </Box>
    </Box>
  );
}
