/** The look of the tables of tracked names. Where there is little room, every name is a block of labelled lines. */
import { styled } from '@mui/material/styles';
import { visuallyHidden } from '../../components/visually-hidden.ts';

/** The width from which on it is a table. */
const TABLE_WIDTH = '24rem';
/** The width from which on its cells stay on one line. */
const WIDE_TABLE = '34rem';

export const StyledTable = styled('table')(({ theme }) => {
  const { palette } = theme.vars;
  const line = `1px solid ${palette.divider}`;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.875rem',
    fontVariantNumeric: 'tabular-nums',
    '& td': { borderTop: line },
    '& .name': { fontWeight: 560, overflowWrap: 'anywhere' },
    '& tr[data-leaving]': { color: palette.text.secondary, textDecoration: 'line-through' },
    '& .rows': { display: 'block', width: 'fit-content', fontSize: '0.8125rem', lineHeight: '1.5rem' },
    '& .instead': { padding: '2.5rem 1rem', textAlign: 'center', color: palette.text.secondary },
    [`@container (min-width: ${TABLE_WIDTH})`]: {
      tableLayout: 'fixed',
      '& th, & td': { padding: '0.375rem', textAlign: 'start', verticalAlign: 'middle' },
      '& th:first-of-type, & td:first-of-type': { width: '35%', paddingInlineStart: '1rem' },
      '& th:last-of-type, & td:last-of-type:not(.instead)': { width: '18%', textAlign: 'end' },
      '& thead th': {
        background: palette.background.default,
        color: palette.text.secondary,
        fontSize: '0.8125rem',
        fontWeight: 560,
        whiteSpace: 'nowrap',
      },
      '& th[data-number], & td[data-label="Followers"]': { width: '17%', whiteSpace: 'nowrap', textAlign: 'end' },
    },
    [`@container (min-width: ${WIDE_TABLE})`]: {
      tableLayout: 'auto',
      '& th, & td': { padding: '0.625rem 1rem' },
      '& thead th': { padding: '0.5rem 1rem' },
      '& :is(th, td):is(:first-of-type, :last-of-type, [data-number], [data-label="Followers"]):not(.instead)': { width: '1%' },
      '& .name, & time': { whiteSpace: 'nowrap' },
      // The only column that shrinks.
      '& td[data-label="Last Crawled"]': { width: '100%' },
    },
    [`@container (width < ${TABLE_WIDTH})`]: {
      '& thead': visuallyHidden,
      '& tbody, & tr': { display: 'block' },
      // The name and the actions are above the rest, side by side.
      '& tr': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: '0.75rem',
        padding: '0.75rem 1rem',
        borderTop: line,
      },
      '& td': { border: 0, padding: '0.125rem 0', minWidth: 0 },
      '& td:first-of-type': { gridRow: 1 },
      '& td:last-of-type': { gridRow: 1, gridColumn: 2 },
      '& td[colspan]': { gridColumn: '1 / -1' },
      '& td[data-label]': { gridColumn: '1 / -1', display: 'flex', gap: '0.75rem', alignItems: 'baseline' },
      '& td[data-label] > *': { minWidth: 0 },
      '& td[data-label]::before': {
        content: 'attr(data-label)',
        flex: '0 0 5.5rem',
        fontSize: '0.8125rem',
        color: palette.text.secondary,
      },
    },
  };
});
