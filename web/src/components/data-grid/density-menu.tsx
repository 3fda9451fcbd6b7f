/** How high the rows are: a menu of two choices. */
import { type Density, densities } from '@leadloom/shared/contract/table-views';
import DensityMediumRounded from '@mui/icons-material/DensityMediumRounded';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { memo, useState } from 'react';
import { LateMenu } from '../late-part.tsx';

const names: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

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
      <LateMenu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true, 'aria-label': 'Density' } }}
      >
        {densities.map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={one === density}
            selected={one === density}
            onClick={() => {
              setAnchor(null);
              onChange(one);
            }}
          >
            {names[one]}
          </MenuItem>
        ))}
      </LateMenu>
    </>
  );
});
