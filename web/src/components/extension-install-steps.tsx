/** How to get the extension of a self-hosted Leadloom into the browser, and a newer one in its place. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { APP_BASE } from '../lib/paths.ts';
import { PRODUCT_VERSION } from '../lib/product-version.ts';

export function ExtensionInstallSteps() {
  return (
    <>
      <Steps>
        <DownloadStep />
        <li>Unpack the file into a folder that stays where it is: the browser loads the extension from there.</li>
        <li>
          In Chrome, Edge or another Chromium browser open <code>chrome://extensions</code> and turn on “Developer mode”.
        </li>
        <li>Choose “Load unpacked” and pick that folder.</li>
        <li>
          Come back and <ReloadPage />. The extension works only in pages that are opened after it was installed.
        </li>
      </Steps>
      <Typography variant="body2" sx={{ mt: 1.5 }}>
        If you installed the extension from a store, or use Firefox: open the extension’s popup and connect{' '}
        <code>{window.location.origin}</code>. Then reload this page.
      </Typography>
    </>
  );
}

export function ExtensionRenewSteps() {
  return (
    <>
      <Steps>
        <DownloadStep />
        <li>
          Unpack the file into the folder that the browser loads the extension from, over the files there. In another folder it
          would be a second extension that knows nothing of this one’s limits.
        </li>
        <li>
          Open <code>chrome://extensions</code> and press the arrow on the extension’s card, which reloads it.
        </li>
        <li>
          Come back and <ReloadPage />.
        </li>
      </Steps>
      <Typography variant="body2" sx={{ mt: 1.5 }}>
        An extension from a store, also in Firefox, is renewed by the browser when the store has the new version.
      </Typography>
    </>
  );
}

function Steps({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      component="ol"
      sx={{ m: 0, paddingInlineStart: '1.25em', display: 'grid', gap: 0.75, fontSize: '0.875rem', lineHeight: 1.5 }}
    >
      {children}
    </Box>
  );
}

function DownloadStep() {
  return (
    <li>
      <Link href={`${APP_BASE}/extension.zip`} download={`leadloom-extension-${PRODUCT_VERSION}.zip`}>
        Download the extension, version {PRODUCT_VERSION}
      </Link>
      .
    </li>
  );
}

function ReloadPage() {
  return (
    <Link component="button" type="button" onClick={() => window.location.reload()} sx={{ verticalAlign: 'baseline' }}>
      reload this page
    </Link>
  );
}
