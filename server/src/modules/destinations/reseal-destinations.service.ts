/**
 * Seals secrets of destinations anew after a new secret of the server was put in front, so that the older one can be removed one
 * day. Each is replaced on its own, so an interrupted run is finished by the next start.
 */
import type { Platform } from '../../platform.ts';
import { destinationKeys, openSecrets, sealSecrets } from './destination-secret.ts';
import { listSealed, replaceSealed } from './queue.repository.ts';

const BATCH = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** @returns how many were sealed anew; what no secret opens is left as it is */
export async function resealDestinations({ database, secrets }: Pick<Platform, 'database' | 'secrets'>): Promise<number> {
  const keys = destinationKeys(secrets);
  if (keys.length === 1) return 0;
  let resealed = 0;
  for (let after = BEFORE_ALL; ; ) {
    const batch = await listSealed(database, after, BATCH);
    for (const destination of batch) {
      const { id, secret } = destination;
      after = id;
      if (openSecrets([keys[0]], id, secret) !== null) continue;
      const content = openSecrets(keys, id, secret);
      if (content === null) continue;
      await replaceSealed(database, destination, sealSecrets(keys, id, content));
      resealed += 1;
    }
    if (batch.length < BATCH) return resealed;
  }
}
