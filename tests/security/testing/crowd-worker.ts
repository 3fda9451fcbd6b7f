/** Sends calls at once, in a thread of its own: what it computes does not count among the times of others. */
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';

const waveSchema = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  /** One for each call; null: none. */
  bodies: z.array(z.string().nullable()),
});

export type Wave = z.infer<typeof waveSchema>;

async function send({ url, ...init }: { url: string; method: string; headers: Record<string, string>; body: string | null }) {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
}

parentPort?.on('message', async (message: unknown) => {
  const { bodies, ...call } = waveSchema.parse(message);
  parentPort?.postMessage(await Promise.all(bodies.map((body) => send({ ...call, body }))));
});
