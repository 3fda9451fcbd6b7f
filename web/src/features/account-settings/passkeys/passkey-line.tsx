import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import type { Passkey } from './passkey-list.ts';

interface PasskeyLineProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

export function PasskeyLine({ passkey, onRename, onRemove }: PasskeyLineProps) {
  const nameId = useId();
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        py: 1.25,
        '&:first-of-type': { pt: 0 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography id={nameId} variant="body2" sx={{ fontWeight: 560 }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          Added {formatDayAndTime(createdAt)} ·{' '}
          {lastUsedAt === null ? 'Never used to sign in' : `Last used ${formatDayAndTime(lastUsedAt)}`}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        <Button size="small" aria-describedby={nameId} onClick={onRename}>
          Rename
        </Button>
        <Button size="small" color="error" aria-describedby={nameId} onClick={onRemove}>
          Remove
        </Button>
      </Box>
    </Box>
  );
}
