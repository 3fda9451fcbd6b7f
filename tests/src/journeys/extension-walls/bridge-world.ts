/**
 * The isolated world in which the bridge runs, reached as a debugger does. Messages sent from there
 * have passed no check of the bridge: what refuses them is the background alone.
 */
import type { Reply } from '@leadloom/shared/messages/envelope';
import { replySchema } from '@leadloom/shared/messages/envelope';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Posted } from './messages.ts';

/** @returns the origins of the extensions' worlds in the page's frames, one per world */
export async function extensionWorlds(page: Page): Promise<readonly string[]> {
  return (await findWorlds(page)).map((world) => world.origin);
}

/** @param expression of the bridge's world; a promise is awaited. The value must be plain data. */
export async function evaluateInBridge(page: Page, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  try {
    const [world] = await findWorlds(page);
    if (world === undefined) throw new Error('there is no bridge on this page');
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      uniqueContextId: world.uniqueId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  } finally {
    await session.detach();
  }
}

/** Sends runtime messages as they are, past the bridge's own checks. */
export async function askBackground(page: Page, messages: readonly Posted[]): Promise<readonly (Reply | null)[]> {
  // Parsed there: a literal's `__proto__` would set a prototype instead of a field.
  const text = JSON.stringify(JSON.stringify(messages));
  const replies = await evaluateInBridge(page, `Promise.all(JSON.parse(${text}).map((m) => chrome.runtime.sendMessage(m)))`);
  return z.array(replySchema.nullable()).parse(replies);
}

async function findWorlds(page: Page): Promise<readonly { readonly origin: string; readonly uniqueId: string }[]> {
  const session = await page.context().newCDPSession(page);
  const worlds: { origin: string; uniqueId: string }[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith('chrome-extension://')) worlds.push({ origin: context.origin, uniqueId: context.uniqueId });
  });
  // Tells of every context there is before it resolves.
  await session.send('Runtime.enable');
  await session.detach();
  return worlds;
}
