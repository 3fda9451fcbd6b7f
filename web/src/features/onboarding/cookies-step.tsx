import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ExternalLink } from '../../components/external-link.tsx';
import { CheckResult } from './check-result.tsx';
import type { Check } from './run-check.ts';

interface CookiesStepProps {
  readonly check: Check;
  readonly onCheck: () => void;
}

export function CookiesStep({ check, onCheck }: CookiesStepProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography>
        Your Linkedin cookies are needed. Log in to <ExternalLink href="https://www.linkedin.com/login">Linkedin</ExternalLink> on
        another tab, then come back and press “Check Cookies”.
      </Typography>
      <Button variant="outlined" disabled={check.isRunning} onClick={onCheck} sx={{ justifySelf: 'start' }}>
        Check Cookies
      </Button>
      <CheckResult
        check={check}
        success="Cookies captured!"
        failure={
          navigator.onLine
            ? 'Cookies not available. Have you logged into Linkedin?'
            : 'LinkedIn cannot be reached: you are offline.'
        }
      />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        Only whether you are signed in is checked. Your cookie values never leave this browser: they are not sent to this page,
        the server or anyone else.
      </Typography>
    </Box>
  );
}
