import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  readonly heading: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the account screen: an explanation next to the controls. */
export function SettingsSection({ heading, lead, children }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{
        p: { xs: 2, sm: 3 },
        display: 'grid',
        columnGap: 5,
        rowGap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Typography id={headingId} variant="h2">
          {heading}
        </Typography>
        <Typography
          component="div"
          variant="body2"
          sx={{ color: 'text.secondary', maxWidth: '60ch', '& p': { m: 0 }, '& p + p': { mt: 1 } }}
        >
          {lead}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Paper>
  );
}
