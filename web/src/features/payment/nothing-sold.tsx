import Box from '@mui/material/Box';
import { Notice } from '../../components/notice.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';

interface NothingSoldProps {
  readonly plan: string;
  readonly isVerified: boolean;
}

/** For a server without a payment provider. */
export function NothingSold({ plan, isVerified }: NothingSoldProps) {
  return (
    <>
      <Notice severity="info">
        <p>Nothing is sold on this server, so there is nothing to pay.</p>
        <p>Every account with a verified email has the plan “{plan}”, without limits.</p>
      </Notice>
      {!isVerified && (
        <Box>
          <ResendVerification />
        </Box>
      )}
    </>
  );
}
