/** Lists of links to screens, in the sidebar and in the drawer. The place one is at is marked, also on a page below it. */
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { Link, useLocation } from 'react-router-dom';
import { LateTooltip } from '../../components/late-tooltip.tsx';
import type { NavigationLink } from '../screens.tsx';
import { iconOf } from './navigation-icons.tsx';

interface NavigationLinksProps {
  readonly links: readonly NavigationLink[];
  readonly onFollow?: () => void;
  readonly labelledBy?: string;
  /** `icon`: what the link leads to is its accessible name, and shown beside it under the pointer. */
  readonly shows: 'text' | 'icon and text' | 'icon';
}

export function NavigationLinks({ links, onFollow, labelledBy, shows }: NavigationLinksProps) {
  const { pathname } = useLocation();
  return (
    <List dense disablePadding aria-labelledby={labelledBy}>
      {links.map(({ label, path }) => {
        const isHere = pathname === path;
        const isBelow = pathname.startsWith(`${path}/`);
        const isMarked = isHere || isBelow;
        const Icon = iconOf(path);
        const link = (
          <ListItemButton
            component={Link}
            to={path}
            selected={isMarked}
            aria-current={isHere ? 'page' : isBelow ? 'true' : undefined}
            aria-label={shows === 'icon' ? label : undefined}
            onClick={onFollow}
            sx={{
              minHeight: shows === 'text' ? 38 : 32,
              py: shows === 'text' ? undefined : 0.25,
              px: shows === 'text' ? undefined : 1.5,
              borderInlineStart: (theme) => `3px solid ${isMarked ? theme.vars.palette.secondary.light : 'transparent'}`,
            }}
          >
            {shows !== 'text' && (
              <ListItemIcon sx={{ minWidth: 0, color: isMarked ? 'primary.main' : 'text.secondary' }}>
                <Icon aria-hidden sx={{ fontSize: '1.125rem' }} />
              </ListItemIcon>
            )}
            {shows !== 'icon' && (
              <ListItemText
                primary={label}
                sx={{ my: 0, ml: shows === 'text' ? 0 : 1.25 }}
                slotProps={{ primary: { noWrap: true, sx: { fontSize: '0.875rem', fontWeight: isMarked ? 600 : 450 } } }}
              />
            )}
          </ListItemButton>
        );
        return (
          <ListItem key={path} disablePadding>
            {shows === 'icon' ? (
              <LateTooltip title={label} placement="right">
                {link}
              </LateTooltip>
            ) : (
              link
            )}
          </ListItem>
        );
      })}
    </List>
  );
}
