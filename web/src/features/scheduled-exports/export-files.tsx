/** The files of a scheduled export that are kept, each to be downloaded. */
import { downloadExportFile } from '@leadloom/shared/contract/export-files';
import type { ExportFile, ScheduledExport } from '@leadloom/shared/contract/scheduled-exports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { download } from '../../lib/api-client/download.ts';
import { formatDay, formatDayAndTime } from '../../lib/format-date.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useExportFiles } from './use-scheduled-exports.ts';

const FILE_NAME = /filename="([^"]+)"/;

export function ExportFiles({ scheduled }: { readonly scheduled: ScheduledExport }) {
  const query = useExportFiles(scheduled.id, scheduled.last?.at ?? null);
  return (
    <Loaded query={query} loading="Loading files…">
      {(files) =>
        files.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>No files yet. Each is kept for seven days.</Typography>
        ) : (
          <Box component="ul" aria-label={`Files of ${scheduled.name}`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {files.map((file) => (
              <FileLine key={file.id} file={file} exportId={scheduled.id} />
            ))}
          </Box>
        )
      }
    </Loaded>
  );
}

function FileLine({ file, exportId }: { readonly file: ExportFile; readonly exportId: number }) {
  const [isLoading, setLoading] = useState(false);
  const when = formatDayAndTime(file.at);

  async function save(): Promise<void> {
    setLoading(true);
    let name = 'export';
    try {
      const content = await download(
        downloadExportFile,
        { params: { export_id: exportId, file_id: file.id } },
        {
          signal: new AbortController().signal,
          onStart: (headers) => {
            name = FILE_NAME.exec(headers.get('content-disposition') ?? '')?.[1] ?? name;
          },
          onBytes: () => undefined,
        },
      );
      saveFile(content, name);
    } catch (failure) {
      showSnackbar('error', failure instanceof Error ? failure.message : 'The file could not be downloaded.');
    }
    setLoading(false);
  }

  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 0.25 }}>
      <Typography variant="body2" sx={{ flex: '1 1 16rem', fontVariantNumeric: 'tabular-nums' }}>
        {`${when}: ${formatRows(file.rows)}, ${formatSize(file.bytes)}; kept until ${formatDay(file.expires_at)}`}
      </Typography>
      <Button size="small" disabled={isLoading} aria-label={`Download the file of ${when}`} onClick={() => void save()}>
        {isLoading ? 'Downloading…' : 'Download'}
      </Button>
    </Box>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
