import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

interface OtherWaysProps {
  readonly isDisabled: boolean;
  /** null: passkeys cannot be used here. */
  readonly onPasskey: (() => void) | null;
}

const line = { content: '""', flex: 1, height: '1px', bgcolor: 'divider' } as const;

/** The ways to sign in without a password, below the form; nothing where there is none. */
export function OtherWays({ isDisabled, onPasskey }: OtherWaysProps) {
  if (onPasskey === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.25, mt: 2 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          color: 'text.secondary',
          fontSize: '0.875rem',
          '&::before, &::after': line,
        }}
      >
        or
      </Box>
      <Button variant="outlined" size="large" fullWidth disabled={isDisabled} onClick={onPasskey}>
        Sign in with a passkey
      </Button>
    </Box>
  );
}
