import MenuRounded from '@mui/icons-material/MenuRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { BarFrame } from '../../components/bar-frame.tsx';
import { BAR_HEIGHT } from '../../components/bar-height.ts';
import { BrandMark } from '../../components/brand-mark.tsx';
import { paths } from '../../lib/paths.ts';
import { AlertsBell } from './alerts-bell.tsx';
import { ColorModeMenu } from './color-mode-menu.tsx';
import { BAR_BUTTON, LogoutButton } from './logout-button.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { SWITCHER_WIDTH, WorkspaceSwitcher } from './switcher-place.tsx';

interface NavigationBarProps {
  /** Its first button: opens the drawer, or reduces the sidebar to icons. */
  readonly navigation: { readonly name: string; readonly isExpanded?: boolean; readonly onPress: () => void };
  readonly hasSwitcher: boolean;
  readonly onOpenPalette: () => void;
  /** What is to be known about the whole screen. */
  readonly notice: ReactNode;
}

export function NavigationBar({ navigation, hasSwitcher, onOpenPalette, notice }: NavigationBarProps) {
  const navigate = useNavigate();
  return (
    <BarFrame>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: `calc(${BAR_HEIGHT} - 1px)`,
          px: { xs: 0.5, sm: 1.5 },
          gap: { xs: 0, sm: 0.5 },
          // The narrowest windows have room for smaller ones.
          '& .MuiIconButton-root': { p: { xs: 0.5, sm: 1 } },
        }}
      >
        <IconButton aria-label={navigation.name} aria-expanded={navigation.isExpanded} onClick={navigation.onPress}>
          <MenuRounded />
        </IconButton>
        <HomeLink to={paths.dashboard}>
          <Box component="span" sx={{ color: 'primary.main', display: { xs: 'none', sm: 'flex' } }}>
            <BrandMark size={24} />
          </Box>
          Dashboard
        </HomeLink>
        {hasSwitcher && (
          // Narrow windows have it in the drawer.
          <Box sx={{ display: { xs: 'none', md: 'block' }, flex: 'none', width: SWITCHER_WIDTH }}>
            <WorkspaceSwitcher />
          </Box>
        )}
        <Box sx={{ display: { xs: 'none', md: 'block' }, width: '2rem' }} />
        <PaletteButton onOpen={onOpenPalette} />
        <Box sx={{ flex: 1, minWidth: 0, px: { md: 2 } }}>{notice}</Box>
        <AlertsBell />
        <ColorModeMenu />
        <Button color="inherit" onClick={() => void navigate(paths.payment)} sx={BAR_BUTTON}>
          Payment
        </Button>
        <LogoutButton />
      </Box>
    </BarFrame>
  );
}

const HomeLink = styled(Link)(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: 6,
  borderRadius: vars.shape.borderRadius,
  color: vars.palette.text.primary,
  fontWeight: 620,
  textDecoration: 'none',
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}` },
}));
