/** How much memory the extension's worker holds, as a debugger sees it. */
import type { BrowserContext } from '@playwright/test';
import { z } from 'zod';

const usageSchema = z.object({ id: z.literal(2), result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }) });

/** @returns bytes still in use after a collection of garbage */
export async function heapOfBackground(context: BrowserContext, extensionId: string): Promise<number> {
  const browser = context.browser();
  if (browser === null) throw new Error('the context has no browser of its own');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type, url }) => type === 'service_worker' && new URL(url).host === extensionId);
  if (worker === undefined) throw new Error('the worker is not running');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
  const { promise, resolve } = Promise.withResolvers<number>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    const usage = usageSchema.safeParse(JSON.parse(event.message));
    if (event.sessionId === sessionId && usage.success)
      resolve(usage.data.result.usedSize + usage.data.result.backingStorageSize);
  });
  const commands = ['HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'];
  for (const [index, method] of commands.entries())
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: index + 1, method }) });
  const used = await promise;
  await session.detach();
  return used;
}
