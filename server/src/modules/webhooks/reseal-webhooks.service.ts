/**
 * Seals secrets of webhooks anew after a new secret was put in front, so that the older secret can be removed one day. Each
 * is replaced on its own, so an interrupted run is finished by the next start.
 */
import type { KeyRing } from '../../crypto/secret-ring.ts';
import type { Platform } from '../../platform.ts';
import { listSealed, replaceSealed } from './deliveries.repository.ts';
import { openWebhookSecret, sealWebhookSecret, webhookKeys } from './webhook-secret.ts';

const BATCH = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** @returns how many webhooks were sealed anew; what no secret opens is left as it is */
export async function resealWebhooks({ database, secrets }: Pick<Platform, 'database' | 'secrets'>): Promise<number> {
  const keys = webhookKeys(secrets);
  if (keys.length === 1) return 0;
  let resealed = 0;
  for (let after = BEFORE_ALL; ; ) {
    const batch = await listSealed(database, after, BATCH);
    for (const webhook of batch) {
      after = webhook.id;
      const secret = sealedAnew(keys, webhook.id, webhook.secret);
      if (secret === null) continue;
      const { previousSecret: previous } = webhook;
      const previousSecret = previous === null ? null : (sealedAnew(keys, webhook.id, previous) ?? previous);
      await replaceSealed(database, webhook, { secret, previousSecret });
      resealed += 1;
    }
    if (batch.length < BATCH) return resealed;
  }
}

/** The secret sealed anew; null: the newest key sealed it, or none did. */
function sealedAnew(keys: KeyRing, id: string, sealed: Buffer): Buffer | null {
  if (openWebhookSecret([keys[0]], id, sealed) !== null) return null;
  const secret = openWebhookSecret(keys, id, sealed);
  return secret === null ? null : sealWebhookSecret(keys, id, secret);
}
