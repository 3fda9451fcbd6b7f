import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { LateTooltip } from '../../components/late-tooltip.tsx';
import { signOut } from '../../lib/account/sign-out.ts';
import { useMe } from '../../lib/account/use-me.ts';

/** The text buttons of the bar, which the narrowest windows just have room for. */
export const BAR_BUTTON = { minWidth: 0, flexShrink: 0, px: { xs: 0.75, sm: 1.5 } } as const;

export function LogoutButton() {
  const { data: user } = useMe();
  const [isLeaving, setLeaving] = useState(false);

  function onLogout(): void {
    setLeaving(true);
    // The gate before signed-in pages leads to the sign-in page as soon as the session has ended.
    void signOut();
  }

  return (
    <LateTooltip title={user?.verified === false ? 'Confirm your email to get a key' : ''}>
      {/* A disabled button sends no events; the tooltip listens here. */}
      <Box component="span">
        <Button color="inherit" onClick={onLogout} disabled={isLeaving} sx={BAR_BUTTON}>
          Logout
        </Button>
      </Box>
    </LateTooltip>
  );
}
