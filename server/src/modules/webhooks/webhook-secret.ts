/**
 * Secrets of webhooks and what they sign, after the Standard Webhooks specification: `whsec_` and base64, and an HMAC of id,
 * time and body. They are stored sealed, each bound to its webhook.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { deriveKeys, type KeyRing, type SecretRing } from '../../crypto/secret-ring.ts';
import { openBytes, sealBytes } from '../../database/sealed-bytes.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function webhookKeys(secrets: SecretRing): KeyRing {
  return deriveKeys(secrets, 'webhook-secrets');
}

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The secret in the form in which its owner gets it, once. */
export function writeSecret(secret: Buffer): string {
  return `${PREFIX}${secret.toString('base64')}`;
}

export function sealWebhookSecret(keys: KeyRing, webhookId: string, secret: Buffer): Buffer {
  return sealBytes(keys, boundTo(webhookId), secret);
}

/** The secret; null: this installation did not seal it for this webhook. */
export function openWebhookSecret(keys: KeyRing, webhookId: string, sealed: Buffer): Buffer | null {
  return openBytes(keys, boundTo(webhookId), sealed);
}

export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header with one signature for each secret. */
export function signatureHeader(secrets: readonly Buffer[], { id, timestamp, body }: SignedContent): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}

function boundTo(webhookId: string): string {
  return `webhook ${webhookId}`;
}
