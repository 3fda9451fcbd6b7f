import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../components/notice.tsx';

interface PastDueNoticeProps {
  readonly onUpdateCard: () => void;
  readonly isBusy: boolean;
}

/** A payment failed, the service still runs: what to do while it does. */
export function PastDueNotice({ onUpdateCard, isBusy }: PastDueNoticeProps) {
  return (
    <Notice severity="warning">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 20rem' }}>
          Your last payment failed. The service continues while we retry the payment. Update your card to avoid an interruption.
        </Box>
        <Button variant="outlined" color="inherit" onClick={onUpdateCard} disabled={isBusy}>
          Update your card
        </Button>
      </Box>
    </Notice>
  );
}
