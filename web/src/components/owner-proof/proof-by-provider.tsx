import Button from '@mui/material/Button';
import { useLocation } from 'react-router-dom';
import { proveAtProvider } from '../../lib/oidc/go-to-provider.ts';
import type { Submission } from '../../lib/use-submission.ts';

interface ProofByProviderProps {
  readonly providerName: string;
  readonly submission: Submission;
}

/** A button in place of password and code, for accounts that the provider opens. It leaves the page, and comes back to it. */
export function ProofByProvider({ providerName, submission: { isSending, submit } }: ProofByProviderProps) {
  const { pathname, search } = useLocation();
  return (
    <Button variant="outlined" disabled={isSending} onClick={() => void submit(() => proveAtProvider(`${pathname}${search}`))}>
      Continue with {providerName}
    </Button>
  );
}
