/** Work on requests that no answer waits for: counting what one would touch, and carrying it out. */
import { z } from 'zod';
import type { Platform } from '../../platform.ts';
import { defineJob, type JobWork, workOn } from '../../queue/define-job.ts';
import { carryOut, countTouches } from './carry-out.service.ts';
import { listIdsIn, listUncounted } from './erasures.repository.ts';

const payload = z.object({ id: z.uuid() });
const retries = { limit: 20, firstSeconds: 5, longestSeconds: 600 };

export const countJob = defineJob({
  name: 'erasure-count',
  payload,
  keyOf: ({ id }) => id,
  atOnce: 1,
  limitSeconds: 1_800,
  retries,
});

export const carryOutJob = defineJob({
  name: 'erasure-carry-out',
  payload,
  keyOf: ({ id }) => id,
  atOnce: 1,
  limitSeconds: 6 * 3_600,
  retries,
});

export function createErasureWork(platform: Platform): readonly JobWork[] {
  const { database } = platform;
  const payloads = (ids: readonly string[]) => ids.map((id) => ({ payload: { id } }));
  return [
    workOn(countJob, ({ id }) => countTouches(platform, id), {
      listWaiting: async () => payloads(await listUncounted(database)),
    }),
    workOn(carryOutJob, ({ id }, { signal }) => carryOut(platform, id, signal), {
      listWaiting: async () => payloads(await listIdsIn(database, 'running')),
    }),
  ];
}
