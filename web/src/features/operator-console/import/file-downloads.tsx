/** The files that an import leaves, as buttons. */
import { getFolded, getRejects, type ImportDetails } from '@leadloom/shared/contract/imports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../../components/notice.tsx';
import { download } from '../../../lib/api-client/download.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSubmission } from '../../../lib/use-submission.ts';

const rows = { rejects: getRejects, folded: getFolded } as const;
const labels = { rejects: 'Download refused rows', folded: 'Download folded rows' } as const;

export function FileDownloads({ of: { id, file, files } }: { readonly of: Pick<ImportDetails, 'id' | 'file' | 'files'> }) {
  const { isSending, failure, submit } = useSubmission();
  const onDownload = (kind: 'rejects' | 'folded') =>
    submit(async () => {
      let name = `${file}.${kind}.csv`;
      const content = await download(
        rows[kind],
        { params: { import_id: id } },
        {
          signal: new AbortController().signal,
          onStart: (headers) => {
            name = /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? name;
          },
          onBytes: () => undefined,
        },
      );
      saveFile(content, name);
    });
  if (files.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {files.map((kind) => (
          <Button key={kind} variant="outlined" disabled={isSending} onClick={() => void onDownload(kind)}>
            {labels[kind]}
          </Button>
        ))}
      </Box>
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
    </Box>
  );
}
