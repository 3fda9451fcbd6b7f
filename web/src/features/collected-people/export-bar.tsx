/** Exports the people that the filters select, in two files. Failures are logged and shown. */
import { exportExperiences, exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { logProblem } from '../../lib/log.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import type { PeopleQuery } from './people-filters.ts';

interface ExportBarProps {
  /** null: not known yet. */
  readonly filters: PeopleQuery | null;
  /** How many people the filters select; null: not known yet. */
  readonly total: number | null;
}

export function ExportBar({ filters, total }: ExportBarProps) {
  const isDisabled = total === 0 || filters === null;
  return (
    <Box
      component="section"
      aria-label="Export"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 1.5rem' }}
    >
      <Box
        // Takes what is left, so that the buttons stay where they are when the number comes.
        sx={{ flex: '1 1 20rem', color: 'text.secondary', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}
      >
        {/* One text, so that nothing moves when the number comes. */}
        {`${exportLine(total)} This does not count against your monthly limit.`}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ExportButton row={exportProfiles} label="Export profiles" filters={filters} isDisabled={isDisabled} />
        <ExportButton row={exportExperiences} label="Export experiences" filters={filters} isDisabled={isDisabled} />
      </Box>
    </Box>
  );
}

function exportLine(total: number | null): string {
  if (total === null) return 'Export these to CSV.';
  return total === 1 ? 'Export this person to CSV.' : `Export these ${formatCount(total)} people to CSV.`;
}

interface ExportButtonProps {
  readonly row: typeof exportProfiles | typeof exportExperiences;
  readonly label: string;
  readonly filters: PeopleQuery | null;
  readonly isDisabled: boolean;
}

function ExportButton({ row, label, filters, isDisabled }: ExportButtonProps) {
  const [isExporting, setExporting] = useState(false);

  async function onExport(): Promise<void> {
    setExporting(true);
    try {
      saveFile(await call(row, { query: filters ?? {} }), row.success.fileName);
    } catch (error) {
      logProblem(`${label}: the file could not be created.`, error);
      showSnackbar('error', 'The file could not be created. Please try again.');
    } finally {
      setExporting(false);
    }
  }

  return (
    <Button
      variant="outlined"
      startIcon={<DownloadRounded />}
      disabled={isDisabled || isExporting}
      onClick={() => void onExport()}
    >
      {label}
    </Button>
  );
}
