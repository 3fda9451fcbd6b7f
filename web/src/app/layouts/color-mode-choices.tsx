import CheckRounded from '@mui/icons-material/CheckRounded';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { colorModes } from './color-modes.ts';

interface ColorModeChoicesProps {
  /** The button that opened the menu; null: the menu is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

export function ColorModeChoices({ anchor, onClose }: ColorModeChoicesProps) {
  const { mode, setMode } = useColorScheme();
  const current = colorModes.find((entry) => entry.mode === mode) ?? colorModes[2];
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose} slotProps={{ list: { 'aria-label': 'Appearance' } }}>
      {colorModes.map(({ mode: value, label, Icon }) => (
        <MenuItem
          key={value}
          dense
          role="menuitemradio"
          aria-checked={value === current.mode}
          selected={value === current.mode}
          onClick={() => {
            setMode(value);
            onClose();
          }}
        >
          <ListItemIcon>
            <Icon fontSize="small" />
          </ListItemIcon>
          {label}
          <CheckRounded fontSize="small" sx={{ ml: 2, visibility: value === current.mode ? 'visible' : 'hidden' }} />
        </MenuItem>
      ))}
    </Menu>
  );
}
