import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';

interface CompletedStepProps {
  readonly isFinishing: boolean;
  readonly failure: string | null;
  readonly onRetry: () => void;
  readonly onReset: () => void;
}

export function CompletedStep({ isFinishing, failure, onRetry, onReset }: CompletedStepProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h2">All steps completed</Typography>
      {isFinishing && <LoadingText>Opening the collector…</LoadingText>}
      {failure !== null && <Notice severity="error">{failure}</Notice>}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button color="inherit" variant="outlined" onClick={onReset}>
          Reset
        </Button>
        {failure !== null && (
          <Button variant="contained" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Box>
    </Box>
  );
}
