/** The frame of a screen's filters: fields, boxes, how many are active. On narrow screens they are behind a button. */
import TuneRounded from '@mui/icons-material/TuneRounded';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { fieldFrames } from './field-frames.ts';

interface FilterSectionProps {
  /** Active filters. */
  readonly count: number;
  readonly onClear: () => void;
  readonly fields: ReactNode;
  /** Boxes to check. */
  readonly flags: ReactNode;
}

export function FilterSection({ count, onClear, fields, flags }: FilterSectionProps) {
  const [isOpen, setOpen] = useState(false);
  /** Fields are remounted when the filters are cleared, because only they hold half-typed text that does not filter yet. */
  const [clearCount, setClearCount] = useState(0);
  const panelId = useId();

  function onClearPress(): void {
    setClearCount(clearCount + 1);
    onClear();
  }

  return (
    <Section aria-label="Filters">
      <div className="state">
        <Button
          variant="outlined"
          startIcon={<TuneRounded />}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
          sx={{ display: { md: 'none' } }}
        >
          Filters
        </Button>
        <span role="status">{count === 0 ? '' : `${count} active`}</span>
        <Button size="small" onClick={onClearPress} disabled={count === 0}>
          Clear filters
        </Button>
      </div>
      <div id={panelId} className={isOpen ? 'panel open' : 'panel'}>
        <div className="fields">
          <Fragment key={clearCount}>{fields}</Fragment>
        </div>
        <div className="flags">{flags}</div>
      </div>
    </Section>
  );
}

/** Narrow: a button that opens the panel. Wide: the fields, and below them the boxes beside the state. */
const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  minWidth: 0,
  '& > .state': { display: 'flex', alignItems: 'center', gap: 12, minHeight: '2.25rem', fontSize: '0.875rem' },
  '& > .state > [role="status"]': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& > .panel': { display: 'none', gap: 12, minWidth: 0 },
  '& > .panel.open': { display: 'grid' },
  '& .fields': { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr))', gap: 12 },
  '& .flags': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 24px' },
  ...fieldFrames(theme),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    '& > .panel, & > .panel.open': { display: 'contents' },
    '& .fields': { gridColumn: '1 / -1', gridRow: 1 },
    '& .flags': { gridColumn: 1, gridRow: 2 },
    '& > .state': { gridColumn: 2, gridRow: 2 },
  },
}));
