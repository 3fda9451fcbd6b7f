/** The risk notice itself: LinkedIn's rules, what may happen, and what reduces the risk. It is shown once per account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useStore } from 'zustand';
import { TitledDialog } from '../../../components/dialogs/titled-dialog.tsx';
import { ExternalLink } from '../../../components/external-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PRODUCT_NAME } from '../../../lib/product-name.ts';
import { acceptNotice, cancelNotice, riskNotice } from './risk-notice.ts';

const care = [
  'At most 3 requests run at once, with pauses of 3 to 9 seconds between them.',
  'At most 80 profiles and 40 search pages in 24 hours. The operator of this server may set other limits, within fixed bounds.',
  'The limits start low and grow over the first 7 days.',
  'It stops at once when LinkedIn asks for a pause, wants a check or signs you out, and does not resume by itself.',
] as const;

export function RiskDialog() {
  const isOpen = useStore(riskNotice, (state) => state.isOpen);
  const [isAccepting, setAccepting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function accept(): Promise<void> {
    setAccepting(true);
    setFailure(null);
    try {
      await acceptNotice();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setAccepting(false);
    }
  }

  function cancel(): void {
    setFailure(null);
    cancelNotice();
  }

  return (
    <TitledDialog
      title="Your LinkedIn account is at your own risk"
      text={
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Typography>
            <ExternalLink href="https://www.linkedin.com/legal/user-agreement">LinkedIn’s User Agreement</ExternalLink> restricts
            automated collection. LinkedIn may limit or close an account that collects data with a tool like this one.{' '}
            {PRODUCT_NAME} cannot prevent that: the account you collect with is yours to risk.
          </Typography>
          <Typography>What {PRODUCT_NAME} does to keep it slow:</Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
            {care.map((sentence) => (
              <Typography key={sentence} component="li" variant="body2">
                {sentence}
              </Typography>
            ))}
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Nothing is hidden from LinkedIn: the requests come from your browser, with your own sign-in.
          </Typography>
        </Box>
      }
      isOpen={isOpen}
      width="sm"
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="contained" disabled={isAccepting} onClick={() => void accept()}>
            Accept
          </Button>
        </>
      }
    >
      {failure !== null && <Notice severity="error">{failure}</Notice>}
    </TitledDialog>
  );
}
