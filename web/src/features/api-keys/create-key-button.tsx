import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type { MouseEvent } from 'react';
import { May } from '../../components/workspace/may.tsx';
import { connecting } from '../../lib/workspace/needs.ts';

interface CreateKeyButtonProps {
  readonly isDisabled: boolean;
  /** Why it is disabled; shown while hovering. */
  readonly hint?: string;
  readonly onCreate: () => void;
}

export function CreateKeyButton({ isDisabled, hint = '', onCreate }: CreateKeyButtonProps) {
  function onClick({ detail: clicksInARow }: MouseEvent): void {
    // The first click of a double click may complete before the second comes, and must not create two keys.
    if (clicksInARow <= 1) onCreate();
  }

  return (
    <Tooltip title={hint} describeChild>
      {/* A disabled button sends no events; the tooltip listens here. */}
      <Box component="span">
        <May needs={connecting}>
          <Button variant="contained" onClick={onClick} disabled={isDisabled}>
            Create Key
          </Button>
        </May>
      </Box>
    </Tooltip>
  );
}
