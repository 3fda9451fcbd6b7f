/** One way to add profiles: collapsed until the person opens it or it has something to report. */
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useState } from 'react';

interface SectionAccordionProps {
  readonly id: string;
  readonly title: string;
  /** A short note shown while it is collapsed. */
  readonly note: string | null;
  readonly children: ReactNode;
}

export function SectionAccordion({ id, title, note, children }: SectionAccordionProps) {
  const ownId = useId();
  const [isExpanded, setExpanded] = useState(note !== null);
  const hasNote = note !== null;
  useEffect(() => {
    if (hasNote) setExpanded(true);
  }, [hasNote]);

  return (
    <Accordion
      id={id}
      expanded={isExpanded}
      onChange={(_, next) => setExpanded(next)}
      disableGutters
      variant="outlined"
      component="section"
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ borderRadius: 1, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreRounded />} id={`${ownId}-summary`} aria-controls={`${ownId}-content`}>
        <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, rowGap: 0.25 }}>
          <Typography component="span" variant="h2">
            {title}
          </Typography>
          {hasNote && (
            <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
              {note}
            </Typography>
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pt: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {children}
      </AccordionDetails>
    </Accordion>
  );
}
