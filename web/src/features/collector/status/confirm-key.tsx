/** Where the extension learned this server's key by itself: what the person compares before they confirm it. */
import { Notice } from '../../../components/notice.tsx';
import { serverKeyStore } from '../../../lib/extension-client/prove-server.ts';
import { useStoreInTurns } from '../../../lib/use-store-in-turns.ts';
import { allowanceStore } from './ask-extension.ts';

export function ConfirmKey() {
  const { fingerprint } = useStoreInTurns(serverKeyStore);
  const { isKeyConfirmed } = useStoreInTurns(allowanceStore);
  if (fingerprint === null || isKeyConfirmed !== false) return null;
  return (
    <Notice severity="info">
      <p>
        This server’s key is <code>{fingerprint}</code>
      </p>
      <p>
        Compare it with the one in the extension’s popup and confirm it there. Until then this server can lower the extension’s
        limits but not raise them.
      </p>
    </Notice>
  );
}
