/** Whether a profile is complete, in a word; a press shows which sections are not. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { LazyPopover } from '../../../components/lazy-part.tsx';
import { SectionList, StateDot } from '../person/section-list.tsx';
import { isWhole, type Sections, sectionLines } from '../person/section-states.ts';

interface SectionsButtonProps {
  readonly sections: Sections;
  /** The person's name. */
  readonly name: string;
}

export function SectionsButton({ sections, name }: SectionsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const whole = isWhole(sections);
  if (whole === null) return <span className="quiet">Not known</span>;
  const word = whole ? 'Complete' : 'Incomplete';
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={`${word}: sections of ${name}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<StateDot isWhole={whole} />}
        sx={{ minHeight: '1.75rem', px: 1, ml: -1, fontWeight: 450 }}
      >
        {word}
      </Button>
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            // An opened dialog takes the focus, because it contains nothing to press.
            tabIndex: -1,
            sx: { p: 2, maxWidth: 'min(30rem, calc(100vw - 2rem))' },
          },
        }}
      >
        <Typography id={titleId} variant="h3" component="h2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          What LinkedIn sent for <bdi>{name}</bdi>
        </Typography>
        <SectionList lines={sectionLines(sections)} />
      </LazyPopover>
    </>
  );
}
