import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { LateTooltip } from '../../components/late-tooltip.tsx';
import { signOut } from '../../lib/account/sign-out.ts';
import { useMe } from '../../lib/account/use-me.ts';

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
        <Button color="inherit" onClick={onLogout} disabled={isLeaving}>
          Logout
        </Button>
      </Box>
    </LateTooltip>
  );
}
