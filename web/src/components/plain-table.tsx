/** A table of a few columns, in the order in which it comes. On a narrow screen each row is a block of labelled lines, so nothing must be scrolled to. */
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { visuallyHidden } from './visually-hidden.ts';

export interface PlainColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  readonly isNumber?: boolean;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Lower rows, where many should be in sight at once. */
  readonly isCompact?: boolean;
}

export function PlainTable<Row>({ label, columns, rows, keyOf, isCompact = false }: PlainTableProps<Row>) {
  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      <Table aria-label={label} data-compact={isCompact}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" data-number={isNumber}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} data-label={title} data-number={isNumber}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

/** A text that is not broken into lines, such as a time. */
export const Whole = styled('span')({ whiteSpace: 'nowrap' });

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& th': { padding: '8px 12px', textAlign: 'start', fontWeight: 560, color: theme.vars.palette.text.secondary },
  '& td': {
    padding: '8px 12px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
    // Short words and addresses stay whole beside long texts.
    minWidth: '6.75rem',
  },
  // An email breaks after its @: both of its parts stay whole, and the other cells of the line give way.
  '& td:has(wbr)': { minWidth: '10.5rem' },
  '& tr:has(wbr) td:not(:has(wbr), [data-number="true"])': { minWidth: '5.25rem' },
  '&[data-compact="true"] :is(th, td)': { paddingBlock: 3 },
  // A figure stays whole, and apart from the text after it.
  '& [data-number="true"]': { textAlign: 'end', minWidth: 0, whiteSpace: 'nowrap' },
  '& [data-number="true"] + :not([data-number="true"])': { paddingInlineStart: 28 },
  [theme.breakpoints.down('md')]: {
    // The table is as wide as its place: a block does not grow with what is in it.
    display: 'block',
    '& thead': visuallyHidden,
    '& tbody, & tr': { display: 'block' },
    '& tr + tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
    '& tr': { padding: '8px 12px' },
    '& td, & [data-number="true"] + :not([data-number="true"])': {
      display: 'flex',
      gap: 12,
      padding: '4px 0',
      border: 0,
      minWidth: 0,
    },
    '& td[data-number="true"]': { textAlign: 'start' },
    '& td[data-number="true"]::before': { whiteSpace: 'normal' },
    '& td::before': { content: 'attr(data-label)', flex: '0 0 7.5rem', color: theme.vars.palette.text.secondary },
    '& td > div': { minWidth: 0, flex: 1 },
    // What the block is about.
    '& td:first-of-type > div': { fontWeight: 600 },
  },
}));
