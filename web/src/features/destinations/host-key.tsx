/** The host key of an SFTP server, pinned by the first test, and how it is forgotten. */
import { updateDestination } from '@leadloom/shared/contract/destinations';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { May } from '../../components/workspace/may.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useReloadDestinations } from '../../lib/destinations/use-destinations.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { connecting } from '../../lib/workspace/needs.ts';

interface HostKeyProps {
  readonly destinationId: string;
  readonly name: string;
  /** `SHA256:…` */
  readonly hostKey: string;
}

export function HostKey({ destinationId, name, hostKey }: HostKeyProps) {
  const reload = useReloadDestinations();
  const { isSending, failure, submit, clearFailure } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const [isAsking, setAsking] = useState(false);

  async function forget(): Promise<void> {
    await submit(async () => {
      const change = { params: { destination_id: destinationId }, body: { host_key: null } };
      if ((await withProof(() => call(updateDestination, change))) === null) return;
      setAsking(false);
      await reload();
    });
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center', fontSize: '0.875rem' }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}>
        {'Pinned host key: '}
        <code>{hostKey}</code>
      </Box>
      <May needs={connecting}>
        <Button
          size="small"
          onClick={() => {
            clearFailure();
            setAsking(true);
          }}
        >
          Forget the pinned key
        </Button>
      </May>
      {isAsking && (
        <ConfirmDialog
          title={`Forget the host key of "${name}"?`}
          text="Files are sent only to the server with this key. The next test pins the key that the server has then. Do this only if you know that the server got a new key: otherwise somebody may be in between."
          confirmLabel="Forget the key"
          isWorking={isSending}
          failure={failure?.message ?? null}
          onConfirm={() => void forget()}
          onClose={() => setAsking(false)}
        />
      )}
      {proofDialog}
    </Box>
  );
}
