import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { TitledDialog } from '../dialogs/titled-dialog.tsx';

export function SampleDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <TitledDialog
      title="How to remove the samples"
      text="Samples fill the empty tables of a new installation. Whoever runs this server removes them by starting it with this setting:"
      width="sm"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <Box
        component="pre"
        sx={{ m: 0, p: 1.5, borderRadius: 1, bgcolor: 'action.hover', fontSize: '0.8125rem', overflowX: 'auto' }}
      >
        SAMPLE_DATA=off npx -y pnpm@12 start
      </Box>
      <Box component="p" sx={{ m: 0, fontSize: '0.875rem' }}>
        This removes the sample rows of all tables and the sample account. Your own rows and imported rows stay.
      </Box>
    </TitledDialog>
  );
}
