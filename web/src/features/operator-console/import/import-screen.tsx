/** The screen where an import begins, and the log of all imports. */
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router-dom';
import { importFilePath } from '../../../lib/paths.ts';
import { DropZone } from './drop-zone.tsx';
import { ImportLog } from './import-log.tsx';
import { ImportSteps } from './import-steps.tsx';
import { StoredUploads } from './stored-uploads.tsx';

export function ImportScreen() {
  const navigate = useNavigate();
  return (
    <>
      <ImportSteps at={0} uploadId={null} />
      <DropZone onUploaded={(id) => void navigate(importFilePath(id, 'file'))} />
      <StoredUploads />
      <Typography variant="h2" sx={{ fontSize: '1.125rem', mt: 1 }}>
        Imports
      </Typography>
      <ImportLog />
    </>
  );
}
