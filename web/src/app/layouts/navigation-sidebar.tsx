/** The navigation of wide windows. It stays in sight, and can be reduced to icons. */
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { Fragment, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { BAR_HEIGHT } from '../../components/bar-height.ts';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { paths } from '../../lib/paths.ts';
import { usePins } from '../../lib/pins/use-pins.ts';
import { linkSections, linksOf, linksUnder } from '../screens.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { PinnedLinks } from './pinned-links.tsx';

const FOLDED_KEY = 'leadloom-sidebar-folded';
const SEPARATOR = ',';

/** Which groups of the sidebar are folded. The choice is stored in the browser, for every account that signs in there. */
const useFoldedGroups = create<readonly string[]>(() => readFolded());

/** 13rem are 208 pixels. */
const WIDTH = { text: '13rem', icons: '3.25rem' } as const;

export function NavigationSidebar({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const user = useKnownMe();
  const pins = usePins();
  const folded = useFoldedGroups();
  const isFolded = (group: string) => !isCollapsed && folded.includes(group);
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
      {pins.count > 0 && (
        <>
          {pins.groups.map(({ title, pins: some }, place) => (
            <Fragment key={title}>
              <Heading id={`${idPrefix}-pinned-${place}`} text={title} isCollapsed={isCollapsed} isFolded={isFolded(title)} />
              <PinnedLinks
                pins={some}
                count={pins.count}
                labelledBy={`${idPrefix}-pinned-${place}`}
                isFolded={isFolded(title)}
                shows={shows}
              />
            </Fragment>
          ))}
          <Box role="separator" sx={separator} />
        </>
      )}
      <NavigationLinks links={linksOf('main')} shows={shows} />
      {linkSections.map((section) => (
        <Fragment key={section}>
          <Heading id={`${idPrefix}-${section}`} text={section} isCollapsed={isCollapsed} isFolded={isFolded(section)} />
          <NavigationLinks
            links={linksUnder(section)}
            labelledBy={`${idPrefix}-${section}`}
            isFolded={isFolded(section)}
            shows={shows}
          />
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
  readonly isFolded: boolean;
}

const separator = { mx: 1.5, my: 1, borderTop: 1, borderColor: 'divider' } as const;

/** Folds its list. Where only icons are shown, a line takes its place; the list keeps its name, and is never folded. */
function Heading({ id, text, isCollapsed, isFolded }: HeadingProps) {
  if (isCollapsed) return <Box id={id} role="separator" aria-label={text} sx={separator} />;
  return (
    <FoldButton type="button" aria-expanded={!isFolded} onClick={() => toggleGroup(text)}>
      <span id={id}>{text}</span>
      <ExpandMoreRounded aria-hidden />
    </FoldButton>
  );
}

const FoldButton = styled('button')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  width: '100%',
  minHeight: '1.6875rem',
  padding: '0.375rem 0.75rem 0 1rem',
  border: 0,
  background: 'none',
  color: vars.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 560,
  lineHeight: 1.45,
  cursor: 'pointer',
  '&:hover': { color: vars.palette.text.primary },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -2 },
  '& svg': { fontSize: '1rem' },
  '&[aria-expanded="false"] svg': { transform: 'rotate(-90deg)' },
}));

function toggleGroup(name: string): void {
  const before = useFoldedGroups.getState();
  const folded = before.includes(name) ? before.filter((other) => other !== name) : [...before, name];
  useFoldedGroups.setState(folded, true);
  try {
    if (folded.length === 0) localStorage.removeItem(FOLDED_KEY);
    else localStorage.setItem(FOLDED_KEY, folded.join(SEPARATOR));
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

function readFolded(): readonly string[] {
  try {
    return (localStorage.getItem(FOLDED_KEY) ?? '').split(SEPARATOR).filter((name) => name !== '');
  } catch {
    return [];
  }
}
