/** The secret of a webhook, once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { TitledDialog } from '../../components/dialogs/titled-dialog.tsx';

interface SecretDialogProps {
  readonly secret: string;
  /** The one before signs as well for a day. */
  readonly isRotated: boolean;
  readonly onClose: () => void;
}

export function SecretDialog({ secret, isRotated, onClose }: SecretDialogProps) {
  const shown = useRef<HTMLElement>(null);
  const labelId = useId();
  return (
    <TitledDialog
      title={isRotated ? 'The new secret' : 'The secret of this webhook'}
      text={
        isRotated
          ? 'Both secrets are valid for 24 hours, then only this one. Copy it now: it is not shown again.'
          : 'It proves to your receiver that a request comes from Leadloom. Copy it now: it is not shown again.'
      }
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box component="code" id={labelId} ref={shown} sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere', minWidth: 0 }}>
          {secret}
        </Box>
        <CopyButton text={secret} shownIn={shown} describedBy={labelId} />
      </Box>
    </TitledDialog>
  );
}
