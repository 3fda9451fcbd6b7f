/** Opens the dialog of an export, and shows the progress of one that runs. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import type { TableName } from '@leadloom/shared/tables/tables';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyOverlay, lazyPart } from '../../../components/lazy-part.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { keyText, shortcuts } from '../../../lib/shortcuts.ts';
import { exporting } from '../../../lib/workspace/needs.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { useRunningExports } from './running-exports.ts';
import { useStartExport } from './use-start-export.ts';

const ExportDialog = lazyOverlay(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  ({ isOpen }) => isOpen,
);

const ExportProgress = lazyPart(async () => (await import('./export-progress.tsx')).ExportProgress);

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
  useScreenActions(
    canOpen ? [{ label: 'Export these rows', shortcut: shortcuts.exportRows, needs: exporting, run: () => setOpen(true) }] : [],
  );

  return (
    <Box component="section" aria-label="Export" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {running !== undefined && <ExportProgress running={running} />}
      {running !== undefined && (
        <Button size="small" onClick={running.cancel}>
          Cancel
        </Button>
      )}
      <May needs={exporting}>
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
      </May>
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
