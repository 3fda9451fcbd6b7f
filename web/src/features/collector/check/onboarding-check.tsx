/** The check in the wizard's last step: its button, and once pressed the panel and the notice about the risk. */

import Button from '@mui/material/Button';
import { useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { riskNotice } from '../risk/risk-notice.ts';
import { CHECK_TITLE } from './check-panel-state.ts';

const CheckPanel = lazyPart(async () => (await import('./check-panel.tsx')).CheckPanel);
const RiskDialog = lazyPart(async () => (await import('../risk/risk-dialog.tsx')).RiskDialog);

export function OnboardingCheck() {
  const [isOpen, setOpen] = useState(false);
  const isRiskOpen = useStore(riskNotice, (state) => state.isOpen);
  const [isRiskShown, setRiskShown] = useState(isRiskOpen);
  if (isRiskOpen && !isRiskShown) setRiskShown(true);
  return (
    <>
      {isOpen ? (
        <CheckPanel isDisabled={false} focusKey={1} />
      ) : (
        <Button variant="outlined" onClick={() => setOpen(true)} sx={{ justifySelf: 'start' }}>
          {CHECK_TITLE}
        </Button>
      )}
      {isRiskShown && <RiskDialog />}
    </>
  );
}
