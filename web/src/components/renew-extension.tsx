import Box from '@mui/material/Box';
import { ExtensionRenewSteps } from './extension-install-steps.tsx';
import { Notice } from './notice.tsx';

/** Says of an extension that works but lacks something this page can do what is missing, and how to renew it. */
export function RenewExtension({ version }: { readonly version: string }) {
  return (
    <Notice severity="info">
      <p>
        Version {version} of the extension still works, but people with more than ten employers may come back with roles missing.
      </p>
      <Box component="details" sx={{ mt: 0.5 }}>
        <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content' }}>
          How to renew it
        </Box>
        <Box sx={{ mt: 1 }}>
          <ExtensionRenewSteps />
        </Box>
      </Box>
    </Notice>
  );
}
