/** The navigation of wide windows. It stays in sight, and can be reduced to icons. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { BAR_HEIGHT } from '../../components/bar-height.ts';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';
import { linkSections, linksOf, linksUnder } from '../screens.tsx';
import { NavigationLinks } from './navigation-links.tsx';

/** 13rem are 208 pixels. */
const WIDTH = { text: '13rem', icons: '3.25rem' } as const;

export function NavigationSidebar({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const user = useKnownMe();
  const idPrefix = useId();
  const shows = isCollapsed ? 'icon' : 'icon and text';
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen marks another link
  useEffect(() => {
    // Not every browser that tests run in can scroll.
    nav.current?.querySelector('[data-marked]')?.scrollIntoView?.({ block: 'nearest' });
  }, [pathname]);
  return (
    <Box
      ref={nav}
      component="nav"
      aria-label="Main"
      sx={{
        flex: 'none',
        position: 'sticky',
        top: BAR_HEIGHT,
        alignSelf: 'flex-start',
        boxSizing: 'border-box',
        width: isCollapsed ? WIDTH.icons : WIDTH.text,
        height: `calc(100dvh - ${BAR_HEIGHT})`,
        overflowX: 'hidden',
        overflowY: 'auto',
        scrollbarWidth: 'thin',
        py: 1,
        borderInlineEnd: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
        '@media print': { display: 'none' },
      }}
    >
      <NavigationLinks links={linksOf('main')} shows={shows} />
      {linkSections.map((section) => (
        <Fragment key={section}>
          <Heading id={`${idPrefix}-${section}`} text={section} isCollapsed={isCollapsed} />
          <NavigationLinks links={linksUnder(section)} labelledBy={`${idPrefix}-${section}`} shows={shows} />
        </Fragment>
      ))}
      {user?.is_operator === true && <NavigationLinks links={[{ label: 'Operator', path: paths.operator }]} shows={shows} />}
    </Box>
  );
}

interface HeadingProps {
  readonly id: string;
  readonly text: string;
  readonly isCollapsed: boolean;
}

/** Beside icons alone a line takes its place; the list keeps its name. */
function Heading({ id, text, isCollapsed }: HeadingProps) {
  if (isCollapsed)
    return <Box id={id} role="separator" aria-label={text} sx={{ mx: 1.5, my: 1, borderTop: 1, borderColor: 'divider' }} />;
  return (
    <Typography
      variant="caption"
      component="p"
      id={id}
      sx={{ px: 2, pt: 1, pb: 0.25, fontSize: '0.75rem', color: 'text.secondary', fontWeight: 560 }}
    >
      {text}
    </Typography>
  );
}
