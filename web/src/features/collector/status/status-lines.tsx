import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import ErrorRounded from '@mui/icons-material/ErrorRounded';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useStore } from 'zustand';
import { linkedInSilence } from '../../../lib/extension-client/linkedin-silence.ts';
import { PRODUCT_NAME } from '../../../lib/product-name.ts';
import type { Check, ExtensionStatus } from './extension-status.ts';
import { OFFLINE_TEXT } from './use-is-offline.ts';

const extensionText: Record<Check, string> = {
  checking: 'Checking if extension is installed...',
  yes: `${PRODUCT_NAME} Extension installed`,
  no: 'Extension not Installed',
};

const cookiesText: Record<ExtensionStatus['cookies'], string> = {
  checking: 'Checking if cookies are available...',
  yes: 'Linkedin cookies available',
  no: 'Linkedin cookies not available',
  unchecked: 'Linkedin cookies could not be checked',
};

interface StatusLinesProps extends ExtensionStatus {
  /** Company names are being read, which is shown because these requests start without a button. */
  readonly isReadingCompanies: boolean;
}

export function StatusLines({ extension, cookies, isOffline, isReadingCompanies }: StatusLinesProps) {
  const isSilent = useStore(linkedInSilence, (state) => state.isSilent);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      <StatusLine id="extension-status" check={extension} text={extensionText[extension]} />
      <StatusLine
        id="cookie-status"
        check={isOffline || cookies === 'unchecked' ? 'no' : cookies}
        text={isOffline ? OFFLINE_TEXT : cookiesText[cookies]}
      />
      {isReadingCompanies && <StatusLine check="checking" text="Reading company names from LinkedIn…" />}
      {isSilent && <StatusLine check="no" text="LinkedIn does not answer yet. The request goes on." />}
    </Box>
  );
}

interface StatusLineProps {
  readonly id?: string;
  readonly check: Check;
  readonly text: string;
}

function StatusLine({ id, check, text }: StatusLineProps) {
  return (
    <Box
      id={id}
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28, fontSize: '0.875rem', color: 'text.secondary' }}
    >
      <StatusIcon check={check} />
      <span>{text}</span>
    </Box>
  );
}

function StatusIcon({ check }: { readonly check: Check }) {
  if (check === 'checking')
    return <CircularProgress size={14} disableShrink thickness={5} color="inherit" aria-hidden sx={{ mx: '2px' }} />;
  return check === 'yes' ? (
    <CheckCircleRounded color="success" sx={{ fontSize: 18 }} />
  ) : (
    <ErrorRounded color="warning" sx={{ fontSize: 18 }} />
  );
}
