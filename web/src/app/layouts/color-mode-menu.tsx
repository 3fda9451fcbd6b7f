import CheckRounded from '@mui/icons-material/CheckRounded';
import ContrastRounded from '@mui/icons-material/ContrastRounded';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';

const modes = [
  { mode: 'light', label: 'Light', Icon: LightModeOutlined },
  { mode: 'dark', label: 'Dark', Icon: DarkModeOutlined },
  { mode: 'system', label: 'Same as system', Icon: ContrastRounded },
] as const;

/** Light, dark, or what the system says; the choice is remembered in this browser. */
export function ColorModeMenu() {
  const { mode, setMode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = modes.find((entry) => entry.mode === mode) ?? modes[2];
  return (
    <>
      <IconButton
        aria-label={`Appearance: ${current.label}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <current.Icon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {modes.map(({ mode: value, label, Icon }) => (
          <MenuItem
            key={value}
            dense
            role="menuitemradio"
            aria-checked={value === current.mode}
            selected={value === current.mode}
            onClick={() => {
              setMode(value);
              setAnchor(null);
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
    </>
  );
}
