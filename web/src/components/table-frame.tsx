/**
 * The frame of a screen that is a table: a line for its title, one for its filters, and the rows, which take what is
 * left of the window, so that header and pager stay in sight. A window with little room scrolls as a page instead.
 */
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { BAR_HEIGHT, NOTICE_HEIGHT } from './bar-height.ts';
import { gridClasses } from './data-grid/grid-classes.ts';
import { PageHeading } from './page-heading.tsx';

/** Less high windows, such as those of strongly enlarged pages, scroll as a whole. */
const FILLS_WINDOW = '@media (min-height: 600px)';

export const TableFrame = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  [`& .${gridClasses.frame}`]: {
    flex: 1,
    minHeight: 0,
    border: 0,
    borderRadius: 0,
    borderTop: 1,
    borderTopStyle: 'solid',
    borderColor: theme.vars.palette.divider,
  },
  [FILLS_WINDOW]: {
    height: `calc(100dvh - ${BAR_HEIGHT} - var(${NOTICE_HEIGHT}, 0rem))`,
    flex: 'none',
    '--grid-max-height': 'none',
  },
}));

/** Takes what the other lines leave. */
export const TableRows = styled('section')({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
});

interface TitleLineProps {
  readonly title: string;
  /** In place of the heading with the title; it must contain the page's heading. */
  readonly heading?: ReactNode;
  /** Which part of the table is shown, such as its views. */
  readonly tabs?: ReactNode;
  /** Small, in two lines: who is signed in, and what an export costs. Undefined: there is no place for them. */
  readonly notes?: ReactNode;
  readonly actions?: ReactNode;
}

export function TitleLine({ title, heading, tabs, notes, actions }: TitleLineProps) {
  return (
    <Line>
      {heading ?? <PageHeading title={title} />}
      <div className="tabs">{tabs}</div>
      {notes !== undefined && <Box className="notes">{notes}</Box>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>{actions}</Box>
    </Line>
  );
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.25rem 0.75rem',
  minHeight: '2.75rem',
  padding: '0.25rem 1rem',
  '& h1': { fontSize: '1.125rem', lineHeight: '1.75rem', whiteSpace: 'nowrap' },
  '& .tabs': { flex: '1 1 12rem', minWidth: 0, display: 'flex', alignItems: 'center', gap: '0.25rem' },
  '& .notes': {
    display: 'grid',
    alignContent: 'center',
    // Both lines are there before their texts, which come with the account.
    minHeight: '2rem',
    minWidth: 0,
    fontSize: '0.75rem',
    lineHeight: '1rem',
    color: theme.vars.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  [theme.breakpoints.down('md')]: { '& .notes': { order: 1, flexBasis: '100%' }, '& .tabs': { flexBasis: 0 } },
  // Narrow windows have no room for the pictures of buttons; what does not fit goes to a line of its own.
  [theme.breakpoints.down('sm')]: {
    columnGap: '0.5rem',
    '& .tabs': { flexBasis: '7.25rem' },
    '& .MuiButton-startIcon': { display: 'none' },
  },
  [theme.breakpoints.up('md')]: {
    flexWrap: 'nowrap',
    '& .notes': { textAlign: 'end', whiteSpace: 'nowrap', overflow: 'hidden' },
    '& .notes > *': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
}));
