/**
 * The table's styles, as one style sheet for plain elements. A styled component per cell would make turning a
 * page of 300 cells several times slower, and a styled table would hash this whole sheet at every render.
 */
import GlobalStyles from '@mui/material/GlobalStyles';
import type { CSSObject, Theme } from '@mui/material/styles';
import { checkMark } from '../check-mark.ts';
import { barStyles } from './bar-styles.ts';
import { gridClasses as names } from './grid-classes.ts';
import { cutText, HEADER_HEIGHT, LINE, ROW_HEIGHT } from './grid-measures.ts';
import { headerStyles } from './header/header-styles.ts';
import { printStyles } from './print-styles.ts';

/** The element stays the same, so that it is rendered once. */
export const gridStyles = (
  <GlobalStyles
    styles={(theme) => ({
      ...barStyles(theme),
      ...scrolledBox(theme),
      [`table.${names.table}`]: {
        tableLayout: 'fixed',
        minWidth: '100%',
        borderCollapse: 'separate',
        borderSpacing: 0,
        fontSize: '0.875rem',
        fontVariantNumeric: 'tabular-nums',
        '& th, & td': {
          boxSizing: 'border-box',
          padding: 0,
          borderBottom: `1px solid ${theme.vars.palette.divider}`,
          whiteSpace: 'nowrap',
          textAlign: 'start',
          verticalAlign: 'top',
          outlineOffset: -2,
        },
        '& :focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}` },
        [`& .${names.numeric}`]: { textAlign: 'end' },
        ...headerStyles(theme),
        ...rowStyles(theme),
        ...cellStyles(theme),
        ...pinnedStyles(theme),
        ...checkboxStyles(theme),
        ...unmeasuredStyles(theme),
      },
      ...printStyles,
      // Skeletons appear after a moment, so that fast pages show none.
      '@keyframes ll-grid-appear': { from: { opacity: 0 }, to: { opacity: 1 } },
    })}
  />
);

/** Mixes a text or accent colour into the card's, so that a tint is equally strong in both schemes. */
function tint(theme: Theme, color: string, percent: number): string {
  return `color-mix(in srgb, ${color} ${percent}%, ${theme.vars.palette.background.paper})`;
}

/** `data-scrolled` and `data-pins` are written by use-scroll-state.ts. */
function scrolledBox(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    [`.${names.scroller}`]: {
      containerType: 'inline-size',
      overflow: 'auto',
      overscrollBehaviorX: 'contain',
      // Rows that are drawn instead of others stand where those would (use-row-window.ts).
      overflowAnchor: 'none',
      // Cuts off nothing that is not cut off already, but spares the browser from looking for the pointer in every
      // cell after every change while it is elsewhere, as over the pager.
      clipPath: 'inset(0)',
      // Header, rows, the bars above and below and the app's own bar fit into the window together. In a frame that
      // fills the window (table-frame.tsx), the rows take what is left.
      maxHeight: 'var(--grid-max-height, max(20rem, calc(100dvh - 11.5rem)))',
      flex: '1 1 auto',
      minHeight: 0,
      scrollbarWidth: 'thin',
      // A cell that gets the focus must not be hidden by the header or the pinned columns.
      scrollPaddingTop: HEADER_HEIGHT,
      scrollPaddingLeft: 'var(--pinned-width, 0)',
      '&[data-pins="off"]': { scrollPaddingLeft: 0 },
    },
    [`.${names.content}`]: { position: 'relative', display: 'flow-root', width: 'max-content', minWidth: '100%' },
    // A soft edge next to the pinned columns, over those scrolled beneath them: one element for all rows.
    [`.${names.shade}`]: {
      position: 'absolute',
      inset: 0,
      pointerEvents: 'none',
      '&::before': {
        content: '""',
        display: 'block',
        position: 'sticky',
        left: 'var(--pinned-width)',
        width: '0.5rem',
        height: '100%',
        borderInlineStart: `1px solid ${palette.divider}`,
        background: `linear-gradient(to right, color-mix(in srgb, ${palette.common.black} 14%, transparent), transparent)`,
        opacity: 0,
        transition: 'opacity 120ms',
      },
    },
    [`[data-scrolled]:not([data-pins="off"]) .${names.shade}::before`]: { opacity: 1 },
  };
}

function rowStyles(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    // Each row has its own layer, so that an unchanged row is not painted again.
    '& tbody tr': { position: 'relative', zIndex: 0, '--row': palette.background.paper },
    '& tbody tr[aria-selected="false"]:hover': { '--row': tint(theme, palette.text.primary, 4), background: 'var(--row)' },
    '& tbody tr[aria-selected="true"]': { '--row': tint(theme, palette.primary.main, 9), background: 'var(--row)' },
    '& tbody tr[aria-current="true"]': { '--row': tint(theme, palette.primary.main, 14), background: 'var(--row)' },
    [`& tbody tr[aria-current="true"] .${names.check}`]: { boxShadow: `inset 3px 0 ${palette.primary.main}` },
    [`& tbody tr:hover .${names.check}, & tbody tr:focus-within .${names.check}`]: { zIndex: 2 },
    // The button stands at the end of the pinned columns, which are always in sight.
    [`& .${names.open}`]: {
      position: 'absolute',
      top: '50%',
      left: 'calc(max(var(--pinned-width, 0px), 7rem) - 0.5rem)',
      transform: 'translate(-100%, -50%)',
      padding: '0.0625rem 0.5rem',
      font: 'inherit',
      fontSize: '0.75rem',
      lineHeight: '1.125rem',
      color: palette.primary.main,
      background: palette.background.paper,
      border: `1px solid ${palette.divider}`,
      borderRadius: 4,
      cursor: 'pointer',
      opacity: 0,
    },
    [`& tbody tr:hover .${names.open}, & .${names.open}:focus-visible`]: { opacity: 1 },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    // Rows that answer an earlier question. The delay keeps quick answers from flickering.
    '[data-outdated] & tbody': { opacity: 0.5, transition: 'opacity 100ms 80ms' },
    [`[data-outdated] & tbody .${names.check}`]: { pointerEvents: 'none' },
    '& tbody td': { height: ROW_HEIGHT },
    [`& .${names.empty} > div`]: {
      contain: 'none',
      position: 'sticky',
      left: 0,
      width: '100cqw',
      height: 'auto',
      padding: '3.5rem 1rem',
      textAlign: 'center',
      whiteSpace: 'normal',
      color: palette.text.secondary,
    },
  };
}

function cellStyles(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    // Cells are contained, so that a new text is laid out alone, without the rest of the table. They have no ligatures: data
    // is read letter by letter, and shaping text is most of the work.
    '& tbody td > div': {
      contain: 'size layout',
      boxSizing: 'border-box',
      height: `calc(${ROW_HEIGHT} - 1px)`,
      // The line stands in the middle of the row.
      padding: `calc((${ROW_HEIGHT} - 1px - ${LINE}) / 2) 0.75rem`,
      lineHeight: LINE,
      unicodeBidi: 'isolate',
      fontVariantLigatures: 'none',
    },
    '& td a': {
      display: 'inline-block',
      verticalAlign: 'top',
      borderRadius: 3,
      outlineOffset: -2,
      color: palette.primary.main,
      textDecorationColor: tint(theme, palette.primary.main, 40),
      textUnderlineOffset: '0.15em',
      '&:hover': { textDecorationColor: 'currentcolor' },
    },
    // The whole cell is pressed, as names are what people open rows by.
    [`& td a.${names.name}`]: {
      color: 'inherit',
      fontWeight: 560,
      textDecorationLine: 'none',
      '&::after': { content: '""', position: 'absolute', inset: 0 },
      '&:hover': { textDecorationLine: 'underline' },
    },
    // A long press selects a row, and no word of it.
    '@media (pointer: coarse)': { '& tbody td': { userSelect: 'none', WebkitTouchCallout: 'none' } },
    // Texts that may be too long, and those of a resized column (use-column-resize.ts).
    [`& td .${names.long}, & td[data-pulled] > div, & td[data-pulled] a`]: { ...cutText, maxWidth: '100%' },
    // A host ends at the right edge of its part; what stands before it, beyond the left edge, is cut off. The path is cut first.
    [`& td .${names.address}`]: { display: 'inline-flex', maxWidth: '100%' },
    [`& td .${names.address} > span`]: { ...cutText, unicodeBidi: 'normal', minWidth: 0 },
    [`& td .${names.address} > :first-child`]: { direction: 'rtl', flex: '0 1 auto' },
    [`& td .${names.address} > :last-child:not(:first-child)`]: { flex: '0 9999 auto' },
    // Profiles, as the icon of their network: the name of the column is read by screen readers, and shown by its menu.
    [`& .${names.icons} > div`]: { paddingInline: 0, textAlign: 'center' },
    [`& td .${names.icon}`]: {
      width: LINE,
      height: LINE,
      '& svg': { width: '1.25rem', height: '1.25rem', marginTop: '0.125rem' },
    },
    [`& th.${names.icons} .${names.label}`]: { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' },
    [`& th.${names.icons} .${names.menu}`]: { insetInlineEnd: '0.375rem' },
    '& td[data-more]': { cursor: 'pointer' },
    '& td[data-copied]': { outline: `2px solid ${palette.primary.main}`, background: tint(theme, palette.primary.main, 16) },
    // Rows that are on their way, and those of a page that comes in turns.
    [`& tbody:is([data-loading], [aria-busy="true"]) tr:not([aria-selected]) td:not(.${names.empty}) > div::before`]: {
      content: '""',
      display: 'inline-block',
      width: '70%',
      height: '0.75rem',
      borderRadius: 3,
      background: tint(theme, palette.text.primary, 9),
      animation: 'll-grid-appear 150ms 100ms backwards',
    },
    '& tbody tr:nth-of-type(3n+1) td > div::before': { width: '52%' },
    '& tbody td:nth-of-type(4n) > div::before': { width: '38%' },
  };
}

/**
 * Columns are as wide as the first rows need. Until those are there, no column is drawn, so that none moves: the header is a
 * blank line, and each row one bar.
 */
function unmeasuredStyles({ vars: { palette } }: Theme): CSSObject {
  const cells = `:is(th, td):not(.${names.check})`;
  const bar = `tbody td.${names.check} + td > div::before`;
  return {
    [`&[data-unmeasured] ${cells}`]: { visibility: 'hidden' },
    // Shadows, because a row's background is painted by its cells.
    '&[data-unmeasured] tr:not(:last-of-type)': { boxShadow: `inset 0 -1px ${palette.divider}` },
    '&[data-unmeasured] thead tr': {
      boxShadow: `inset 0 -1px ${palette.divider}, inset 0 ${HEADER_HEIGHT} ${palette.background.default}`,
    },
    [`&[data-unmeasured] ${bar}`]: { visibility: 'visible', width: 'min(26rem, 60vw)' },
    [`&[data-unmeasured] tr:nth-of-type(3n+1) ${bar.replace('tbody ', '')}`]: { width: 'min(20rem, 45vw)' },
  };
}

function pinnedStyles({ vars: { palette } }: Theme): CSSObject {
  return {
    [`& .${names.pinned}`]: { position: 'sticky', zIndex: 1, background: 'var(--row)' },
    [`& thead th.${names.pinned}`]: { position: 'sticky', zIndex: 2, background: palette.background.default },
    // If there are none, or they would leave no room for the others, everything scrolls.
    [`[data-pins="off"] & tbody .${names.pinned}`]: { position: 'static' },
    [`[data-pins="off"] & thead .${names.pinned}`]: { position: 'relative', left: 'auto !important' },
    // The marks are placed within their cells.
    [`& tbody .${names.fresh}:not(.${names.pinned})`]: { position: 'relative' },
    [`[data-pins="off"] & tbody :is(.${names.check}, .${names.fresh})`]: { position: 'relative', left: 'auto !important' },
    [`& .${names.fresh} > [role="img"]`]: {
      position: 'absolute',
      top: '50%',
      left: 2,
      width: 6,
      height: 6,
      transform: 'translateY(-50%)',
      borderRadius: '50%',
      background: palette.success.main,
      '@media (forced-colors: active)': { background: 'CanvasText' },
    },
  };
}

function checkboxStyles(theme: Theme): CSSObject {
  const { palette } = theme.vars;
  return {
    // What the account keeps about the row is told by its name and title.
    [`& .${names.mark}`]: {
      position: 'absolute',
      top: '50%',
      right: 2,
      width: 8,
      height: 8,
      transform: 'translateY(-50%)',
      borderRadius: '50%',
      background: palette.primary.main,
      '@media (forced-colors: active)': { background: 'CanvasText' },
    },
    [`& .${names.check} input`]: {
      ...checkMark(theme),
      width: '100%',
      height: '100%',
      margin: 0,
      outlineOffset: -3,
    },
  };
}
