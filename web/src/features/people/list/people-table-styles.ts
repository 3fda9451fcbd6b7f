/**
 * The look of the data tables, for rows of two lines. On narrow screens every person is a block of labelled
 * lines.
 */
import { styled } from '@mui/material/styles';
import { COMPACT_ROW_HEIGHT, HEADER_HEIGHT } from '../../../components/data-grid/grid-measures.ts';

export const StyledTable = styled('table')(({ theme }) => {
  const { palette } = theme.vars;
  const line = `1px solid ${palette.divider}`;
  const tinted = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, ${palette.background.paper})`;
  return {
    width: '100%',
    // Collapsed borders would not stay with a header that does.
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: '0.875rem',
    fontVariantNumeric: 'tabular-nums',
    '& td': { verticalAlign: 'middle', borderTop: line, overflowWrap: 'anywhere' },
    // Who answers an earlier question. The delay keeps quick answers from flickering.
    '[data-outdated] & tbody': { opacity: 0.5, transition: 'opacity 100ms 80ms' },
    '[data-outdated] & tbody td:first-of-type': { pointerEvents: 'none' },
    '& tbody tr:hover': { background: tinted(palette.text.primary, 4) },
    '& tbody tr[data-selected]': { background: tinted(palette.primary.main, 9) },
    '& .cut': { display: 'block', overflow: 'clip', textOverflow: 'ellipsis', whiteSpace: 'nowrap', unicodeBidi: 'isolate' },
    // A long press selects a row, and no word of it.
    '@media (pointer: coarse)': { '& tbody td': { userSelect: 'none', WebkitTouchCallout: 'none' } },
    '& time': { whiteSpace: 'nowrap' },
    '& .quiet': { color: palette.text.secondary },
    '& .person': { position: 'relative', display: 'flex', alignItems: 'center', gap: '0.75rem', minWidth: 0 },
    '& .person > :last-of-type': { minWidth: 0 },
    '& .new': {
      position: 'absolute',
      left: '-0.625rem',
      width: 6,
      height: 6,
      borderRadius: '50%',
      background: palette.success.main,
      '@media (forced-colors: active)': { background: 'CanvasText' },
    },
    '& .name': { fontWeight: 560, lineHeight: '1.5rem' },
    '& .tags': { display: 'flex', flexWrap: 'wrap', gap: '0.25rem' },
    // A line height of 24 px keeps links above each other far enough apart for touch.
    '& a': { lineHeight: '1.5rem' },
    [theme.breakpoints.up('md')]: {
      tableLayout: 'fixed',
      '& th, & td': { padding: '0 0.75rem', textAlign: 'start' },
      '& td': { height: '4rem', paddingBlock: '0.5rem' },
      // One line for each person: the headline follows the name.
      '[data-density="compact"] & td': { height: COMPACT_ROW_HEIGHT, paddingBlock: 0 },
      '[data-density="compact"] & .person > div:not(.MuiAvatar-root)': { display: 'flex', alignItems: 'baseline', gap: '0.5rem' },
      '[data-density="compact"] & .person .name': { flex: '0 1 auto', minWidth: '6rem' },
      '[data-density="compact"] & .person .quiet': { flex: '1 9 0', minWidth: 0, fontSize: '0.8125rem' },
      '[data-density="compact"] & .person > :is(.MuiAvatar-root, .MuiSkeleton-circular)': {
        width: '1.25rem',
        height: '1.25rem',
        fontSize: '0.625rem',
      },
      '[data-density="compact"] & .person img': { width: '100%', height: '100%' },
      '[data-density="compact"] & td:first-of-type input': { marginBlock: '0.25rem' },
      '[data-density="compact"] & td button': { minHeight: '1.5rem', paddingBlock: 0 },
      // The tooltip of the day has it, too.
      '[data-density="compact"] & time + .quiet': { display: 'none' },
      '[data-density="compact"] & .tags': { flexWrap: 'nowrap', overflow: 'clip' },
      '& tbody tr:first-of-type td': { borderTop: 0 },
      '& thead th': {
        position: 'sticky',
        top: 0,
        // The layer is above what is placed within rows.
        zIndex: 1,
        height: HEADER_HEIGHT,
        background: palette.background.default,
        borderBlock: line,
        color: palette.text.secondary,
        fontSize: '0.8125rem',
        fontWeight: 560,
        whiteSpace: 'nowrap',
      },
      '& th:first-of-type, & td:first-of-type': { width: '3rem', padding: 0, textAlign: 'center' },
    },
    [theme.breakpoints.down('md')]: {
      // Orders, and the box that selects everybody, are in the bar above.
      '& tbody': { display: 'block' },
      '& thead': { display: 'none' },
      '& tbody tr': {
        display: 'grid',
        gridTemplateColumns: '2.5rem minmax(0, 1fr)',
        columnGap: '0.25rem',
        padding: '0.625rem 0.75rem 0.75rem 0.25rem',
        borderTop: line,
      },
      '& td': { gridColumn: 2, border: 0, padding: '0.125rem 0', minWidth: 0 },
      '& td:first-of-type': { gridColumn: 1, gridRow: 1, alignSelf: 'center' },
      '& td[data-label]': { display: 'flex', gap: '0.75rem', alignItems: 'baseline' },
      '& td[data-empty]': { display: 'none' },
      '& td[data-label] > *': { minWidth: 0 },
      '& td[data-label]::before': {
        content: 'attr(data-label)',
        flex: '0 0 5.5rem',
        fontSize: '0.8125rem',
        color: palette.text.secondary,
      },
      '& .cut': { whiteSpace: 'normal' },
      '& td[colspan]': { gridColumn: '1 / -1' },
    },
    '@media print': {
      tableLayout: 'auto',
      marginTop: '0 !important',
      fontSize: '8pt',
      '& tr': { breakInside: 'avoid' },
      '& thead th:first-of-type, & td:first-of-type': { display: 'none' },
      '& thead th': { position: 'static', fontSize: 'inherit' },
      '& th, & td': { padding: '0.25rem 0.375rem' },
      '& .cut': { overflow: 'visible', whiteSpace: 'normal' },
    },
  };
});
