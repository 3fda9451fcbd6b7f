import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import type { RunningExport } from './running-exports.ts';

/** How much of a running export has arrived. */
export function ExportProgress({ running: { records: arrived, bytes, total } }: { readonly running: RunningExport }) {
  const isKnown = total !== null && total > 0 && arrived !== null && arrived > 0;
  return (
    <Box sx={{ display: 'grid', gap: 0.25, width: '10rem' }}>
      <LinearProgress
        aria-label="Export"
        variant={isKnown ? 'determinate' : 'indeterminate'}
        value={isKnown ? Math.min(100, (arrived / total) * 100) : 0}
        sx={{ borderRadius: 2 }}
      />
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' }}>
        {arrived === null
          ? formatBytes(bytes)
          : total === null
            ? formatRows(arrived)
            : `${formatCount(arrived)} of ${formatRows(total)}`}
      </Box>
    </Box>
  );
}
