import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { MouseEvent } from 'react';

interface SandboxKeyActionProps {
  readonly isDisabled: boolean;
  readonly onCreate: () => void;
}

/** Creates a sandbox key, for people who want to try the API first. */
export function SandboxKeyAction({ isDisabled, onCreate }: SandboxKeyActionProps) {
  function onClick({ detail: clicksInARow }: MouseEvent): void {
    // As with live keys, a double click must not create two.
    if (clicksInARow <= 1) onCreate();
  }

  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 1 }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 18rem', maxWidth: '65ch' }}>
        A sandbox key returns sample rows and uses none of your requests. Use it to try the API.
      </Typography>
      <Button variant="outlined" size="small" onClick={onClick} disabled={isDisabled}>
        Add Sandbox Key
      </Button>
    </Box>
  );
}
