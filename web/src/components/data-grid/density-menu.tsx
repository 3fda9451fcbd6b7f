/** How high the rows are: a menu of two choices. */
import type { Density } from '@leadloom/shared/contract/table-views';
import DensityMediumRounded from '@mui/icons-material/DensityMediumRounded';
import Button from '@mui/material/Button';
import { memo, useState } from 'react';
import { lateOverlay } from '../late-part.tsx';

const DensityChoices = lateOverlay(
  async () => (await import('./density-choices.tsx')).DensityChoices,
  ({ anchor }) => anchor !== null,
);

interface DensityMenuProps {
  readonly density: Density;
  readonly onChange: (density: Density) => void;
}

export const DensityMenu = memo(function DensityMenu({ density, onChange }: DensityMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<DensityMediumRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Density
      </Button>
      <DensityChoices anchor={anchor} density={density} onChange={onChange} onClose={() => setAnchor(null)} />
    </>
  );
});
