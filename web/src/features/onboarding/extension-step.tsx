import { canReadSections } from '@leadloom/shared/messages/extension-abilities';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ExtensionInstallSteps } from '../../components/extension-install-steps.tsx';
import { RenewExtension } from '../../components/renew-extension.tsx';
import { PRODUCT_NAME } from '../../lib/product-name.ts';
import { CheckResult } from './check-result.tsx';
import type { Check } from './run-check.ts';

interface ExtensionStepProps {
  readonly check: Check;
  readonly onCheck: () => void;
}

export function ExtensionStep({ check, onCheck }: ExtensionStepProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography>
        The {PRODUCT_NAME} extension must be installed in this browser. It reads LinkedIn for you, with your own sign-in, and
        passes on only what this page asks for.
      </Typography>
      <Box component="section" aria-labelledby="install-title" sx={{ display: 'grid', gap: 1 }}>
        <Typography id="install-title" variant="h3" component="h2">
          How to install it
        </Typography>
        <ExtensionInstallSteps />
      </Box>
      <Button variant="outlined" disabled={check.isRunning} onClick={onCheck} sx={{ justifySelf: 'start' }}>
        Check Extension
      </Button>
      <CheckResult
        check={check}
        success="Extension correctly installed"
        failure="Extension not Installed, install and check it again"
      />
      {check.version !== null && !canReadSections(check.version) && <RenewExtension version={check.version} />}
    </Box>
  );
}
