/** Names an alert in a link of its mails. Only the installation can make one; it ends mails and does nothing else. */
import { deriveKeys, type SecretRing } from '../../crypto/secret-ring.ts';
import { isSignedBy, sign } from '../../crypto/signature.ts';

export interface UnsubscribeTokens {
  issue(alertId: number): string;
  /** The alert's id; null: it was not issued here. */
  read(token: string): number | null;
}

export function createUnsubscribeTokens(secrets: SecretRing): UnsubscribeTokens {
  const keys = deriveKeys(secrets, 'alert-unsubscribe');
  return {
    issue: (alertId) => `${alertId}.${sign(keys, String(alertId))}`,
    read(token) {
      const [id = '', signature = '', ...rest] = token.split('.');
      if (rest.length > 0 || !/^[1-9]\d{0,15}$/.test(id)) return null;
      return isSignedBy(keys, id, signature) ? Number(id) : null;
    },
  };
}
