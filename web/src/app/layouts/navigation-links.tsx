/** Lists of links to screens, in the sidebar and in the drawer. The place one is at is marked, also on a page below it. */
import { styled } from '@mui/material/styles';
import { Link, useLocation } from 'react-router-dom';
import { LazyTooltip } from '../../components/lazy-tooltip.tsx';
import type { NavigationLink } from '../screens.tsx';
import { iconOf } from './navigation-icons.tsx';

interface NavigationLinksProps {
  readonly links: readonly NavigationLink[];
  readonly onFollow?: () => void;
  readonly labelledBy?: string;
  /** The only link that can be seen is the one to where one is. */
  readonly isFolded?: boolean;
  /** `icon`: what the link leads to is its accessible name, and shown beside it under the pointer. */
  readonly shows: 'text' | 'icon and text' | 'icon';
}

export function NavigationLinks({ links, onFollow, labelledBy, isFolded = false, shows }: NavigationLinksProps) {
  const { pathname } = useLocation();
  return (
    <Links data-shows={shows} data-folded={isFolded ? '' : undefined} aria-labelledby={labelledBy}>
      {links.map(({ label, path, leadsOnTo }) => {
        const isHere = pathname === path || pathname === leadsOnTo;
        const isBelow = pathname.startsWith(`${path}/`);
        const Icon = iconOf(path);
        const link = (
          <Link
            to={path}
            data-marked={isHere || isBelow ? '' : undefined}
            aria-current={isHere ? 'page' : isBelow ? 'true' : undefined}
            aria-label={shows === 'icon' ? label : undefined}
            onClick={onFollow}
          >
            {shows !== 'text' && <Icon aria-hidden />}
            {shows !== 'icon' && <span>{label}</span>}
          </Link>
        );
        return (
          <li key={path}>
            {shows === 'icon' ? (
              <LazyTooltip title={label} placement="right">
                {link}
              </LazyTooltip>
            ) : (
              link
            )}
          </li>
        );
      })}
    </Links>
  );
}

/** One style for all links: dozens of components for a list of two dozen links would be slow to begin with. */
export const Links = styled('ul')(({ theme }) => {
  const { palette } = theme.vars;
  const over = (colour: string, opacity: string | number) => `color-mix(in srgb, ${colour} calc(100% * ${opacity}), transparent)`;
  return {
    margin: 0,
    padding: 0,
    // Some screen readers take a list without bullets for no list; this one has a name or is alone in its landmark.
    listStyle: 'none',
    '& a': {
      display: 'flex',
      alignItems: 'center',
      boxSizing: 'border-box',
      // Two dozen links fit into a window of 900 pixels.
      minHeight: 30,
      padding: '0 12px',
      borderInlineStart: '3px solid transparent',
      color: 'inherit',
      fontSize: '0.875rem',
      fontWeight: 450,
      textDecoration: 'none',
      '&:hover': { background: palette.action.hover },
      '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    },
    '&[data-shows="text"] a': { minHeight: 38, padding: '0 16px' },
    '& a[data-marked]': {
      borderInlineStartColor: palette.secondary.light,
      background: over(palette.primary.main, palette.action.selectedOpacity),
      fontWeight: 600,
      '&:hover': {
        background: over(palette.primary.main, `(${palette.action.selectedOpacity} + ${palette.action.hoverOpacity})`),
      },
    },
    '& svg': { fontSize: '1.125rem', color: palette.text.secondary },
    '& a[data-marked] svg': { color: palette.primary.main },
    '& span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& :is(svg, .initials) + span': { marginInlineStart: 10 },
    '&[data-folded] > li:not(:has([data-marked]))': { display: 'none' },
    // These rules are for pinned links.
    '& > li': { position: 'relative' },
    '& > .place': { minHeight: 30 },
    '& .initials': {
      flex: 'none',
      width: '1.125rem',
      borderRadius: 3,
      background: over(palette.text.primary, 0.1),
      fontSize: '0.625rem',
      fontWeight: 650,
      lineHeight: '1.125rem',
      textAlign: 'center',
      textOverflow: 'clip',
    },
    '& li > button': {
      position: 'absolute',
      insetBlock: 3,
      insetInlineEnd: 6,
      display: 'grid',
      placeContent: 'center',
      width: 24,
      height: 24,
      padding: 0,
      border: 0,
      borderRadius: 4,
      background: palette.background.paper,
      color: 'inherit',
      cursor: 'pointer',
      opacity: 0,
      '&:focus-visible': { outline: `2px solid ${palette.primary.main}` },
      '@media (hover: none)': { opacity: 1 },
    },
    '&[data-shows="text"] li > button': { insetBlock: 7, insetInlineEnd: 12 },
    '& li:is(:hover, :focus-within) > button': { opacity: 1 },
  };
});
