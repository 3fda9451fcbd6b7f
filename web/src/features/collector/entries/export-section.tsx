/** "Export to CSV": everything collected, in two files. Failures are logged, and a snackbar says so. */
import type { exportExperiences, exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { fileNameIn } from '@leadloom/shared/domain/file-format';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FormatSelect } from '../../../components/format-select.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { useFileFormat } from '../../../lib/file-format-choice.ts';
import { logProblem } from '../../../lib/log.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { exporting } from '../../../lib/workspace/needs.ts';

export function ExportSection({ isDisabled }: { readonly isDisabled: boolean }) {
  return (
    <Paper
      id="download-profiles"
      component="section"
      variant="outlined"
      aria-labelledby="download-profiles-title"
      sx={{ p: 2, display: 'grid', gap: 1.5 }}
    >
      <Typography id="download-profiles-title" variant="h2">
        Export to CSV
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Everything collected so far. This does not count against your monthly limit.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <FormatSelect isDisabled={isDisabled} />
        <ExportButton endpoint="exportProfiles" label="Export profiles" isDisabled={isDisabled} />
        <ExportButton endpoint="exportExperiences" label="Export experiences" isDisabled={isDisabled} />
      </Box>
    </Paper>
  );
}

/** The contract of files has every filter of people: it is loaded once one is asked for. */
const contract = {
  exportProfiles: async (): Promise<typeof exportProfiles> =>
    (await import('@leadloom/shared/contract/collected-profiles')).exportProfiles,
  exportExperiences: async (): Promise<typeof exportExperiences> =>
    (await import('@leadloom/shared/contract/collected-profiles')).exportExperiences,
};

interface ExportButtonProps {
  readonly endpoint: keyof typeof contract;
  readonly label: string;
  readonly isDisabled: boolean;
}

function ExportButton({ endpoint, label, isDisabled }: ExportButtonProps) {
  const [isExporting, setExporting] = useState(false);
  const { format } = useFileFormat();

  async function onExport(): Promise<void> {
    setExporting(true);
    try {
      const query = format === 'csv' ? {} : { format };
      const row = await contract[endpoint]();
      saveFile(await call(row, { query }), fileNameIn(format, row.success.fileName));
    } catch (error) {
      logProblem(`${label}: the file could not be created.`, error);
      showSnackbar('info', 'The file could not be created. Please try again.');
    } finally {
      setExporting(false);
    }
  }

  return (
    <May needs={exporting}>
      <Button
        variant="outlined"
        startIcon={<DownloadRounded />}
        disabled={isDisabled || isExporting}
        onClick={() => void onExport()}
        sx={{ flex: '1 1 auto' }}
      >
        {label}
      </Button>
    </May>
  );
}
