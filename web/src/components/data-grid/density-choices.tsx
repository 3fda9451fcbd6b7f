import { type Density, densities } from '@leadloom/shared/contract/table-views';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

const names: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

interface DensityChoicesProps {
  /** null: closed. */
  readonly anchor: HTMLElement | null;
  readonly density: Density;
  readonly onChange: (density: Density) => void;
  readonly onClose: () => void;
}

/** The menu itself, loaded when it is first opened. */
export function DensityChoices({ anchor, density, onChange, onClose }: DensityChoicesProps) {
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ list: { dense: true, 'aria-label': 'Density' } }}
    >
      {densities.map((one) => (
        <MenuItem
          key={one}
          role="menuitemradio"
          aria-checked={one === density}
          selected={one === density}
          onClick={() => {
            onClose();
            onChange(one);
          }}
        >
          {names[one]}
        </MenuItem>
      ))}
    </Menu>
  );
}
