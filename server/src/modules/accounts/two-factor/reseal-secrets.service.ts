/**
 * Seals authenticators' secrets anew after a new secret was put in front, so that the older secret can be removed one day.
 * Each is replaced on its own, so an interrupted run is finished by the next start.
 */
import type { Platform } from '../../../platform.ts';
import { deriveTokenKeys } from '../sessions/token-keys.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';
import { listSealedSecrets, replaceSealedSecret } from './two-factor.repository.ts';

const BATCH = 1000;

/** @returns how many were sealed anew; those that no secret opens are left as they are */
export async function resealSecrets({ database, secrets }: Pick<Platform, 'database' | 'secrets'>): Promise<number> {
  const keys = deriveTokenKeys(secrets).secondFactor;
  if (keys.length === 1) return 0;
  let [resealed, lastId] = [0, 0];
  for (;;) {
    const batch = await listSealedSecrets(database, lastId, BATCH);
    for (const { id, totpSecret } of batch) {
      lastId = id;
      if (totpSecret === null || openSecret([keys[0]], id, totpSecret) !== null) continue;
      const secret = openSecret(keys, id, totpSecret);
      if (secret === null) continue;
      await replaceSealedSecret(database, id, totpSecret, sealSecret(keys, id, secret));
      resealed += 1;
    }
    if (batch.length < BATCH) return resealed;
  }
}
