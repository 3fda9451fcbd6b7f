import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { May } from '../../components/workspace/may.tsx';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import type { ListedKey } from './key-list.ts';
import { rightsLabels } from './key-rights.ts';
import { KeySecret } from './key-secret.tsx';
import { SandboxMark } from './sandbox-mark.tsx';

const DELETED_MS = 1000;

interface KeyRowProps {
  readonly listed: ListedKey;
  /** The secret, which is only known for a key that was created on this visit. */
  readonly secret: string | null;
  /** The key was deleted; the row is shown for a second before it disappears. */
  readonly isDeleted: boolean;
  readonly onDelete: () => Promise<void>;
  readonly onGone: () => void;
}

export function KeyRow({ listed, secret, isDeleted, onDelete, onGone }: KeyRowProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const nameId = useId();
  const leave = useEffectEvent(onGone);

  useEffect(() => {
    if (!isDeleted) return;
    const timer = window.setTimeout(() => leave(), DELETED_MS);
    return () => window.clearTimeout(timer);
  }, [isDeleted]);

  async function onConfirmed(): Promise<void> {
    setConfirming(false);
    setDeleting(true);
    await onDelete();
    setDeleting(false);
  }

  return (
    <tr>
      <td data-label="Key ID">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box component="span" id={nameId} sx={{ fontFamily: 'monospace' }}>
            {listed.id}
          </Box>
          <SandboxMark prefix={listed.prefix} />
        </Box>
      </td>
      <td data-label="Created">{formatDayAndTime(listed.created_at)}</td>
      <td data-label="Key Secret">
        <KeySecret secret={isDeleted ? null : secret} describedBy={nameId} />
      </td>
      <td data-label="Name">
        {listed.name === null ? (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {NO_VALUE}
          </Box>
        ) : (
          <bdi>{listed.name}</bdi>
        )}
        {listed.created_by !== undefined && (
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>of {listed.created_by}</Box>
        )}
      </td>
      <td data-label="Rights">{rightsLabels[listed.rights]}</td>
      <td data-label="Last used">{listed.last_used_at === null ? NO_VALUE : formatDayAndTime(listed.last_used_at)}</td>
      <Box component="td" sx={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
        {isDeleted ? (
          <Box role="status" sx={{ color: 'text.secondary', minHeight: '2.25rem', display: 'inline-flex', alignItems: 'center' }}>
            Deleted!
          </Box>
        ) : (
          <May needs={connecting}>
            <Button
              color="error"
              startIcon={<DeleteOutlineRounded />}
              aria-describedby={nameId}
              disabled={isDeleting}
              onClick={() => setConfirming(true)}
            >
              Delete
            </Button>
          </May>
        )}
        {isConfirming && (
          <DeleteKeyDialog listed={listed} onDelete={() => void onConfirmed()} onClose={() => setConfirming(false)} />
        )}
      </Box>
    </tr>
  );
}

interface DeleteKeyDialogProps {
  readonly listed: ListedKey;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** A deleted key cannot be restored, so the deletion is confirmed. */
function DeleteKeyDialog({ listed: { id, name }, onDelete, onClose }: DeleteKeyDialogProps) {
  return (
    <ConfirmDialog
      title={
        <>
          Delete {name === null ? 'the key' : <bdi>{name}</bdi>} {name === null ? id : `(${id})`}?
        </>
      }
      text="Programs that use this key stop working at once. The secret cannot be recovered."
      confirmLabel="Delete"
      isDestructive
      onConfirm={onDelete}
      onClose={onClose}
    />
  );
}
