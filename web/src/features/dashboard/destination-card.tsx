import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { Destination } from './destinations.ts';

interface DestinationCardProps extends Omit<Destination, 'table'> {
  /** How much there is; null: it is not a table, or not open to the account. */
  readonly counts: ReactNode;
}

/** The title is the link, by name and for the keyboard; a pointer may hit anywhere on the card. Counts have links of their own. */
export function DestinationCard({ title, text, path, Icon, counts }: DestinationCardProps) {
  const textId = useId();
  return (
    <Card
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1.5,
        px: 2,
        py: 1.75,
        // A thread along the edge, tightened by the pointer and the keyboard alike.
        boxShadow: 'inset 3px 0 0 transparent',
        transition: 'box-shadow 120ms',
        '&:hover, &:focus-within': { boxShadow: (theme) => `inset 3px 0 0 ${theme.vars.palette.secondary.light}` },
        '&:has(a:focus-visible)': { outline: (theme) => `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      }}
    >
      <Icon aria-hidden fontSize="small" sx={{ color: 'primary.main', mt: 0.125 }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3">
          <CoveringLink to={path} aria-describedby={textId}>
            {title}
          </CoveringLink>
        </Typography>
        <Typography id={textId} variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
          {text}
        </Typography>
        {counts !== null && (
          <Typography variant="body2" sx={{ mt: 0.5, fontVariantNumeric: 'tabular-nums', '& a': { position: 'relative' } }}>
            {counts}
          </Typography>
        )}
      </Box>
    </Card>
  );
}

const CoveringLink = styled(Link)({
  color: 'inherit',
  textDecoration: 'none',
  outline: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
});
