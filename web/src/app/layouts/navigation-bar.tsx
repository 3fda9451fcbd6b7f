import MenuRounded from '@mui/icons-material/MenuRounded';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Toolbar from '@mui/material/Toolbar';
import type { ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { BAR_HEIGHT } from '../../components/bar-height.ts';
import { BrandMark } from '../../components/brand-mark.tsx';
import { paths } from '../../lib/paths.ts';
import { AlertsBell } from './alerts-bell.tsx';
import { ColorModeMenu } from './color-mode-menu.tsx';
import { BAR_BUTTON, LogoutButton } from './logout-button.tsx';
import { PaletteButton } from './palette/palette-button.tsx';

interface NavigationBarProps {
  /** Its first button: opens the drawer, or reduces the sidebar to icons. */
  readonly navigation: { readonly name: string; readonly isExpanded?: boolean; readonly onPress: () => void };
  readonly onOpenPalette: () => void;
  /** What is to be known about the whole screen. */
  readonly notice: ReactNode;
}

export function NavigationBar({ navigation, onOpenPalette, notice }: NavigationBarProps) {
  const navigate = useNavigate();
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      <Toolbar
        variant="dense"
        disableGutters
        sx={{ minHeight: `calc(${BAR_HEIGHT} - 1px)`, px: { xs: 0.5, sm: 1.5 }, gap: { xs: 0, sm: 0.5 } }}
      >
        <IconButton aria-label={navigation.name} aria-expanded={navigation.isExpanded} onClick={navigation.onPress}>
          <MenuRounded />
        </IconButton>
        <Link
          component={RouterLink}
          to={paths.dashboard}
          underline="none"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 0.75, color: 'text.primary', fontWeight: 620, borderRadius: 1 }}
        >
          <Box component="span" sx={{ color: 'primary.main', display: { xs: 'none', sm: 'flex' } }}>
            <BrandMark size={24} />
          </Box>
          Dashboard
        </Link>
        <Box sx={{ display: { xs: 'none', md: 'block' }, width: '2rem' }} />
        <PaletteButton onOpen={onOpenPalette} />
        <Box sx={{ flex: 1, minWidth: 0, px: { md: 2 } }}>{notice}</Box>
        <AlertsBell />
        <ColorModeMenu />
        <Button color="inherit" onClick={() => void navigate(paths.payment)} sx={BAR_BUTTON}>
          Payment
        </Button>
        <LogoutButton />
      </Toolbar>
    </AppBar>
  );
}
