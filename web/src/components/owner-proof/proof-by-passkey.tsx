import { beginPasskeyProof, listPasskeys, passkeyProof } from '@leadloom/shared/contract/passkeys';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { call } from '../../lib/api-client/call.ts';
import { askForPasskey } from '../../lib/passkeys/ask-authenticator.ts';
import { canUsePasskeys } from '../../lib/passkeys/passkey-support.ts';
import { passkeysQueryKey } from '../../lib/passkeys/passkeys-query-key.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import type { Submission } from '../../lib/use-submission.ts';
import { Notice } from '../notice.tsx';

interface ProofByPasskeyProps {
  readonly submission: Submission;
  readonly onProved: () => void;
}

/** A button in place of password and code, for accounts that have a passkey. */
export function ProofByPasskey({ submission: { isSending, submit }, onProved }: ProofByPasskeyProps) {
  const [isPossible] = useState(canUsePasskeys);
  const { data } = useQuery({
    queryKey: passkeysQueryKey,
    queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
    enabled: isPossible,
  });
  const [failed, setFailed] = useState<string | null>(null);

  async function prove(): Promise<void> {
    const outcome = await askForPasskey(await call(beginPasskeyProof, {}));
    if (outcome.kind !== 'given') {
      setFailed(outcome.kind === 'failed' ? outcome.sentence : 'No passkey was used.');
      return;
    }
    await call(passkeyProof, { body: { credential: outcome.credential } });
    onProved();
  }

  if (!isPossible || data === undefined || data.total === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        disabled={isSending}
        onClick={() => {
          setFailed(null);
          void submit(prove);
        }}
      >
        Use a passkey instead
      </Button>
      {failed !== null && <Notice severity="info">{failed}</Notice>}
    </>
  );
}
