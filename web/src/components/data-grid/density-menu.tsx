/** How rows are shown: a menu of what the table offers. */
import DensityMediumRounded from '@mui/icons-material/DensityMediumRounded';
import Button from '@mui/material/Button';
import { memo, useState } from 'react';
import { lazyOverlay } from '../lazy-part.tsx';
import type { RowChoices } from './data-grid-props.ts';

const DensityChoices = lazyOverlay(
  async () => (await import('./density-choices.tsx')).DensityChoices,
  ({ anchor }) => anchor !== null,
);

export const DensityMenu = memo(function DensityMenu(choices: RowChoices) {
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
      <DensityChoices {...choices} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
});
