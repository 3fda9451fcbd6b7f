/** A list of things an account has set up, and the head of one of them: what it is, and what can be done with it. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EntryListProps<Entry extends { readonly id: string | number }> {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly renderEntry: (entry: Entry) => ReactNode;
}

export function EntryList<Entry extends { readonly id: string | number }>(props: EntryListProps<Entry>) {
  const { label, entries, renderEntry } = props;
  return (
    <Paper variant="outlined" component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map((entry, index) => (
        <Box component="li" key={entry.id} sx={{ borderTop: index === 0 ? 0 : 1, borderColor: 'divider', p: 2 }}>
          {renderEntry(entry)}
        </Box>
      ))}
    </Paper>
  );
}

interface EntryHeadProps {
  readonly title: string;
  readonly level: 'h2' | 'h3';
  readonly text: string;
  /** Changes while the screen is open, and is read out then. */
  readonly status?: string;
  /** Buttons. */
  readonly actions: ReactNode;
}

export function EntryHead({ title, level, text, status, actions }: EntryHeadProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
      <Box sx={{ minWidth: 0, flex: '1 1 18rem', overflowWrap: 'anywhere' }}>
        <Typography variant="h3" component={level} sx={{ mb: 0.25 }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
        {status !== undefined && (
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {status}
          </Typography>
        )}
      </Box>
      {/* Their words begin and end where the text above them does. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mx: -0.625, '& > .MuiButton-root': { minWidth: 0 } }}>
        {actions}
      </Box>
    </Box>
  );
}
