import type { listSessions } from '@leadloom/shared/contract/account-settings';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Tag } from '../../../components/tag.tsx';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { deviceName } from './device-name.ts';

interface SessionLineProps {
  readonly session: EndpointResult<typeof listSessions>['sessions'][number];
  readonly isEndDisabled: boolean;
  readonly onEnd: () => void;
}

/** One signed-in browser. Its own session is ended by logging out, so this one has no button. */
export function SessionLine({ session, isEndDisabled, onEnd }: SessionLineProps) {
  const nameId = useId();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        py: 1.25,
        '&:first-of-type': { pt: 0 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography id={nameId} variant="body2" sx={{ fontWeight: 560 }}>
            {deviceName(session.user_agent) ?? 'Unknown browser'}
          </Typography>
          {session.is_current && <Tag tone="primary">This browser</Tag>}
        </Box>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {session.address !== null && `${session.address} · `}
          Last used {formatDayAndTime(session.last_used_at)}
        </Typography>
      </Box>
      {!session.is_current && (
        <Button size="small" disabled={isEndDisabled} aria-describedby={nameId} onClick={onEnd}>
          End
        </Button>
      )}
    </Box>
  );
}
