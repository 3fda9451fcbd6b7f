import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Link, useLocation } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';
import { type DrawerLink, drawerLinks } from '../screens.tsx';

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NavigationDrawer({ isOpen, onClose }: NavigationDrawerProps) {
  const user = useKnownMe();
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': 'Navigation', sx: { width: 272, maxWidth: '85vw' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 2, height: 56, fontWeight: 650, flex: 'none' }}>
        <Box component="span" sx={{ color: 'primary.main', display: 'flex' }}>
          <BrandMark />
        </Box>
        Leadloom
      </Box>
      <Box component="nav" aria-label="Main" sx={{ pb: 2 }}>
        <LinkGroup links={drawerLinks('main')} onFollow={onClose} />
        <Typography
          variant="caption"
          component="h2"
          id="more-links"
          sx={{ px: 2, pt: 2, pb: 0.5, color: 'text.secondary', fontWeight: 560 }}
        >
          More
        </Typography>
        <LinkGroup links={drawerLinks('more')} onFollow={onClose} labelledBy="more-links" />
        {user?.is_operator === true && <LinkGroup links={[{ label: 'Operator', path: paths.operator }]} onFollow={onClose} />}
      </Box>
    </Drawer>
  );
}

interface LinkGroupProps {
  readonly links: readonly DrawerLink[];
  readonly onFollow: () => void;
  readonly labelledBy?: string;
}

function LinkGroup({ links, onFollow, labelledBy }: LinkGroupProps) {
  const { pathname } = useLocation();
  return (
    <List dense disablePadding aria-labelledby={labelledBy}>
      {links.map(({ label, path }) => {
        const isHere = pathname === path;
        return (
          <ListItem key={path} disablePadding>
            <ListItemButton
              component={Link}
              to={path}
              selected={isHere}
              aria-current={isHere ? 'page' : undefined}
              onClick={onFollow}
              sx={{
                minHeight: 38,
                borderInlineStart: (theme) => `3px solid ${isHere ? theme.vars.palette.secondary.light : 'transparent'}`,
              }}
            >
              <ListItemText
                primary={label}
                slotProps={{ primary: { sx: { fontSize: '0.875rem', fontWeight: isHere ? 600 : 450 } } }}
              />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}
