import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { LazyTooltip } from '../../components/lazy-tooltip.tsx';
import { countUnsavedPeople, signOut } from '../../lib/account/sign-out.ts';
import { useMe } from '../../lib/account/use-me.ts';
import { formatCount } from '../../lib/format-count.ts';

/** The text buttons of the bar, which the narrowest windows just have room for. */
export const BAR_BUTTON = { minWidth: 0, flexShrink: 0, px: { xs: 0.75, sm: 1.5 } } as const;

export function LogoutButton() {
  const { data: user } = useMe();
  const [isLeaving, setLeaving] = useState(false);
  /** Collected people that are in this browser alone; null: nothing is asked. */
  const [unsaved, setUnsaved] = useState<number | null>(null);

  async function onLogout(): Promise<void> {
    setLeaving(true);
    const count = await countUnsavedPeople();
    if (count > 0) setUnsaved(count);
    else leave();
  }

  function leave(): void {
    // The gate before signed-in pages leads to the sign-in page as soon as the session has ended.
    void signOut();
  }

  return (
    <LazyTooltip title={user?.verified === false ? 'Confirm your email to get a key' : ''}>
      {/* A disabled button sends no events; the tooltip listens here. */}
      <Box component="span">
        <Button color="inherit" onClick={() => void onLogout()} disabled={isLeaving} sx={BAR_BUTTON}>
          Logout
        </Button>
        {unsaved !== null && (
          <ConfirmDialog
            title="Log out and delete what was collected?"
            text={`${unsaved === 1 ? 'One person is' : `${formatCount(unsaved)} people are`} in this browser only, because the server has not saved them yet. Logging out deletes them here. To keep them, open LinkedIn Collector and wait until they are saved.`}
            confirmLabel="Log out and delete"
            isDestructive
            onConfirm={() => {
              setUnsaved(null);
              leave();
            }}
            onClose={() => {
              setUnsaved(null);
              setLeaving(false);
            }}
          />
        )}
      </Box>
    </LazyTooltip>
  );
}
