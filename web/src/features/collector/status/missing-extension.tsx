import Box from '@mui/material/Box';
import { ExtensionInstallSteps } from '../../../components/extension-install-steps.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PRODUCT_NAME } from '../../../lib/product-name.ts';

export function MissingExtension() {
  return (
    <Notice severity="warning">
      <p>To download more profiles you need to install {PRODUCT_NAME} extension.</p>
      <Box component="details" sx={{ mt: 0.5 }}>
        <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content' }}>
          How to install it
        </Box>
        <Box sx={{ mt: 1 }}>
          <ExtensionInstallSteps />
        </Box>
      </Box>
    </Notice>
  );
}
