/** The navigation of windows without room for a sidebar. */
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { BrandMark } from '../../components/brand-mark.tsx';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';
import { usePins } from '../../lib/pins/use-pins.ts';
import { linksOf } from '../screens.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { PinnedLinks } from './pinned-links.tsx';
import { WorkspaceSwitcher } from './switcher-place.tsx';

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly hasSwitcher: boolean;
  readonly onClose: () => void;
}

export function NavigationDrawer({ isOpen, hasSwitcher, onClose }: NavigationDrawerProps) {
  const user = useKnownMe();
  const pins = usePins();
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
      {hasSwitcher && (
        <Box sx={{ px: 2, pb: 1, minHeight: 40, flex: 'none' }}>
          <WorkspaceSwitcher />
        </Box>
      )}
      <Box component="nav" aria-label="Main" sx={{ pb: 2 }}>
        {pins.count > 0 &&
          pins.groups.map(({ title, pins: some }, place) => (
            <Fragment key={title}>
              <Heading id={`pinned-links-${place}`}>{title}</Heading>
              <PinnedLinks pins={some} count={pins.count} onFollow={onClose} labelledBy={`pinned-links-${place}`} shows="text" />
            </Fragment>
          ))}
        <NavigationLinks links={linksOf('main')} onFollow={onClose} shows="text" />
        <Heading id="more-links">More</Heading>
        <NavigationLinks links={linksOf('more')} onFollow={onClose} labelledBy="more-links" shows="text" />
        {user?.is_operator === true && (
          <NavigationLinks links={[{ label: 'Operator', path: paths.operator }]} onFollow={onClose} shows="text" />
        )}
      </Box>
    </Drawer>
  );
}

function Heading({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <Typography variant="caption" component="h2" id={id} sx={{ px: 2, pt: 2, pb: 0.5, color: 'text.secondary', fontWeight: 560 }}>
      {children}
    </Typography>
  );
}
