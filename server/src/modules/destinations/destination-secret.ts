/** Secrets of destinations: stored sealed as JSON, each bound to its destination. */
import { deriveKeys, type KeyRing, type SecretRing } from '../../crypto/secret-ring.ts';
import { openBytes, sealBytes } from '../../database/sealed-bytes.ts';

/** The secret fields of a destination's kind. */
export type DestinationSecrets = Readonly<Record<string, unknown>>;

/** Shorter values are no secrets, and would be found in any text. */
const MIN_HIDDEN = 4;

export function destinationKeys(secrets: SecretRing): KeyRing {
  return deriveKeys(secrets, 'destination-secrets');
}

export function sealSecrets(keys: KeyRing, destinationId: string, secrets: DestinationSecrets): Buffer {
  return sealBytes(keys, boundTo(destinationId), Buffer.from(JSON.stringify(secrets)));
}

/** The secrets; null: this installation did not seal them for this destination. */
export function openSecrets(keys: KeyRing, destinationId: string, sealed: Buffer): DestinationSecrets | null {
  const content = openBytes(keys, boundTo(destinationId), sealed);
  if (content === null) return null;
  const parsed: unknown = JSON.parse(content.toString('utf8'));
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
}

/** A text in which no secret of the destination is left, whatever the other side put into its answer. */
export function withoutSecrets(text: string, secrets: DestinationSecrets): string {
  const { service_account: account, ...others } = secrets;
  // The other fields of a key file, such as its address, are none.
  const ofFile = typeof account === 'object' && account !== null && 'private_key' in account ? [account.private_key] : [];
  const hidden = [...Object.values(others), ...ofFile].filter((value) => typeof value === 'string' && value.length >= MIN_HIDDEN);
  return hidden.reduce<string>((left, secret) => left.replaceAll(String(secret), '…'), text);
}

function boundTo(destinationId: string): string {
  return `destination ${destinationId}`;
}
