/** The files that the operator uploaded and that are still kept. Each can be imported, or deleted before its day is over. */
import { deleteImportUpload, listImportUploads, type StoredImportUpload } from '@leadloom/shared/contract/import-uploads';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../components/dialogs/delete-dialog.tsx';
import { type PlainColumn, PlainTable } from '../../../components/plain-table.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { importFilePath } from '../../../lib/paths.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { useConsolePage } from '../console-list.tsx';

const columns: readonly PlainColumn<StoredImportUpload>[] = [
  {
    title: 'File',
    cell: ({ id, name, is_complete: isComplete }) =>
      isComplete ? <TextLink to={importFilePath(id, 'file')}>{name}</TextLink> : `${name} (not complete)`,
  },
  { title: 'Size', isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
  { title: 'Kept until', cell: ({ expires_at: at }) => formatDayAndTime(at) },
  { title: 'Action', cell: (upload) => <DeleteUpload of={upload} /> },
];

export function useStoredUploads() {
  return useConsolePage(['import-uploads'], (options) => call(listImportUploads, {}, options));
}

/** Shows nothing while there are none. */
export function StoredUploads() {
  const { data } = useStoredUploads();
  if (data === undefined || data.data.length === 0) return null;
  return (
    <>
      <Typography variant="h2" sx={{ fontSize: '1.125rem', mt: 1 }}>
        Your uploaded files
      </Typography>
      <PlainTable label="Your uploaded files" columns={columns} rows={data.data} keyOf={({ id }) => id} />
    </>
  );
}

function DeleteUpload({ of: { id, name } }: { readonly of: Pick<StoredImportUpload, 'id' | 'name'> }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();

  async function onDeleted(): Promise<void> {
    setAsking(false);
    showSnackbar('success', `${name} is deleted.`);
    await queryClient.invalidateQueries({ queryKey: ['console', 'import-uploads'] });
  }
  return (
    <>
      <Button size="small" variant="outlined" color="error" onClick={() => setAsking(true)} aria-label={`Delete ${name}`}>
        Delete
      </Button>
      {isAsking && (
        <DeleteDialog
          title={`Delete ${name}?`}
          text="Rows that were imported from it stay. To import it again, upload it again."
          confirmLabel="Delete"
          remove={() => call(deleteImportUpload, { params: { upload_id: id } })}
          onDeleted={() => void onDeleted()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
