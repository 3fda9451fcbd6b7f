import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

export function ReadyStep() {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h2">Ready to go!</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Good to know before you start: LinkedIn’s user agreement does not allow automated collection, and LinkedIn may restrict
        accounts that read a lot. The extension therefore works slowly, with pauses, and stops at the first sign of trouble.
        Download only a few profiles at a time.
      </Typography>
    </Box>
  );
}
