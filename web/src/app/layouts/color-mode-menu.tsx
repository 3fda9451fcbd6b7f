import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useState } from 'react';
import { lazyOverlay } from '../../components/lazy-part.tsx';
import { colorModes as modes } from './color-modes.ts';

/** A menu takes more code than the bar itself, and few open it. */
const ColorModeChoices = lazyOverlay(
  async () => (await import('./color-mode-choices.tsx')).ColorModeChoices,
  ({ anchor }) => anchor !== null,
);

/** Light, dark, or what the system says; the choice is remembered in this browser. */
export function ColorModeMenu() {
  const { mode } = useColorScheme();
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
      <ColorModeChoices anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
