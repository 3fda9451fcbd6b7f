import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

interface OtherWaysProps {
  readonly isDisabled: boolean;
  /** null: passkeys cannot be used here. */
  readonly onPasskey?: (() => void) | null;
  /** What people call the provider of this server; null: there is none. */
  readonly providerName: string | null;
  readonly onProvider: () => void;
}

const line = { content: '""', flex: 1, height: '1px', bgcolor: 'divider' } as const;

/** The ways to sign in or register without a password, below the form; nothing where there is none. */
export function OtherWays({ isDisabled, onPasskey = null, providerName, onProvider }: OtherWaysProps) {
  if (onPasskey === null && providerName === null) return null;
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
      {providerName !== null && (
        <Button variant="outlined" size="large" fullWidth disabled={isDisabled} onClick={onProvider}>
          Continue with {providerName}
        </Button>
      )}
      {onPasskey !== null && (
        <Button variant="outlined" size="large" fullWidth disabled={isDisabled} onClick={onPasskey}>
          Sign in with a passkey
        </Button>
      )}
    </Box>
  );
}
