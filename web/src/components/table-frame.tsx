/**
 * The frame of a screen that is a table: a line for its title, one for its filters, and the rows, which take what is
 * left of the window, so that header and pager stay in sight. A window with little room scrolls as a page instead.
 */
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId, useState } from 'react';
import { BAR_HEIGHT } from './bar-height.ts';
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
    height: `calc(100dvh - ${BAR_HEIGHT})`,
    flex: 'none',
    '--grid-max-height': 'none',
    // The page never scrolls, not even for the moment until the rows have their styles: its bar would move what is at the right.
    overflow: 'clip',
  },
  // As many pages as the rows need, each as wide as their columns need (print-styles.ts).
  '@media print': { display: 'block', height: 'auto', overflow: 'visible', page: 'table' },
}));

/** Takes what the other lines leave. */
export const TableRows = styled('section')({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  '@media print': { display: 'block' },
});

interface TitleLineProps {
  readonly title: string;
  /** What stands in place of the heading with the title; it must contain the page's heading. */
  readonly heading?: ReactNode;
  /** Which part of the table is shown, such as its views. */
  readonly tabs?: ReactNode;
  /** In narrow windows they are folded, and the heading is cut rather than put on a second line. */
  readonly areTabsFolded?: boolean;
  /** Notes, which are folded in narrow windows. */
  readonly notes?: ReactNode;
  /** Further actions, which are folded in narrow windows. */
  readonly moreActions?: ReactNode;
  readonly actions?: ReactNode;
}

/** One line. What narrow windows have no room for is folded under the title, and opened by a button beside it. */
export function TitleLine({ title, heading, tabs, areTabsFolded = false, notes, moreActions, actions }: TitleLineProps) {
  const foldId = useId();
  const [isOpen, setOpen] = useState(false);
  const hasFold = notes !== undefined || moreActions !== undefined;
  return (
    <Line data-open={isOpen ? '' : undefined} data-folded={areTabsFolded ? '' : undefined}>
      {heading ?? <PageHeading title={title} />}
      {hasFold && (
        <IconButton
          className="unfold"
          size="small"
          aria-label={`More about ${title}`}
          aria-expanded={isOpen}
          aria-controls={foldId}
          onClick={() => setOpen(!isOpen)}
        >
          <ExpandMoreRounded />
        </IconButton>
      )}
      <div className="tabs">{tabs}</div>
      {hasFold && (
        <div id={foldId} className="fold">
          <div className="notes">{notes}</div>
          <div className="actions">{moreActions}</div>
        </div>
      )}
      <div className="actions">{actions}</div>
    </Line>
  );
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '0.25rem 0.75rem',
  minHeight: '2.75rem',
  padding: '0 24px',
  '& h1, & .actions > *': { whiteSpace: 'nowrap' },
  '& > .unfold': { display: 'none' },
  '& > .tabs': { flex: '1 1 auto', minWidth: 0, display: 'flex', alignItems: 'center', gap: '0.25rem' },
  '& > .fold': { display: 'flex', alignItems: 'center', gap: '0.75rem', minWidth: 0 },
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
  '& .actions': { display: 'flex', alignItems: 'center', gap: '0.5rem', '&:empty': { display: 'none' } },
  [theme.breakpoints.up('md')]: {
    // The notes have their room before their texts, and nothing grows or moves when those come.
    '& > .tabs:not(:last-child)': { flexGrow: 0 },
    // The tabs scroll, so that they give way first, and sentences are cut only where little is left of the tabs. A hundredth
    // of a pixel less would cut letters of a sentence.
    '& > .tabs:not(:empty)': { flexShrink: 1_000_000, minWidth: '10rem' },
    '& > .fold': { display: 'contents' },
    '& .notes': { flex: '1 1 auto', textAlign: 'end', whiteSpace: 'nowrap', overflow: 'hidden' },
    '& .notes > *': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  [theme.breakpoints.down('md')]: {
    '&, & .actions': { flexWrap: 'wrap' },
    '& > .unfold': { display: 'inline-flex', marginInline: '-0.5rem' },
    '&[data-open] > .unfold svg': { transform: 'rotate(180deg)' },
    // What scrolls sideways gives way, so that the line stays one.
    '& > .tabs': { flexBasis: '4.75rem' },
    '& > .fold': { display: 'none', order: 1, flexBasis: '100%', flexWrap: 'wrap', paddingBottom: '0.25rem' },
    '&[data-open] > .fold': { display: 'flex' },
    '&[data-folded] > div:first-of-type': { flex: '1 1 8rem' },
    '&[data-folded] > .tabs': { display: 'none', order: 1, flexBasis: '100%' },
    '&[data-folded][data-open] > .tabs': { display: 'flex' },
    '&[data-folded]:not([data-open]) h1': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  // Narrow windows have no room for the pictures of buttons.
  [theme.breakpoints.down('sm')]: {
    columnGap: '0.5rem',
    paddingInline: '16px',
    '& .MuiButton-startIcon': { display: 'none' },
  },
  '@media print': { padding: 0, '& > :not(h1, :has(h1))': { display: 'none !important' } },
}));
