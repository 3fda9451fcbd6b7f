/**
 * The isolated world in which the bridge runs, accessed as a debugger does. The bridge has not checked messages sent from
 * there, so only the background can refuse them.
 */
import type { Reply } from '@leadloom/shared/messages/envelope';
import { replySchema } from '@leadloom/shared/messages/envelope';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Posted } from '../journeys/extension-walls/messages.ts';

/**
 * The number of frames in which the bridge runs. An isolated world alone does not count: the browser creates an empty one
 * for a frame whose message the bridge inspected.
 */
export async function bridgeCount(page: Page): Promise<number> {
  const worlds = await findWorlds(page);
  const marks = await Promise.all(worlds.map((world) => evaluateIn(page, world, "Object.hasOwn(globalThis, 'leadloomBridge')")));
  return marks.filter((mark) => mark === true).length;
}

/** @param expression of the bridge's world; a promise is awaited. The value must be plain data. */
export async function evaluateInBridge(page: Page, expression: string): Promise<unknown> {
  const [world] = await findWorlds(page);
  if (world === undefined) throw new Error('there is no bridge on this page');
  return evaluateIn(page, world, expression);
}

/** Sends runtime messages unchanged, past the bridge's own checks. */
export async function askBackground(page: Page, messages: readonly Posted[]): Promise<readonly (Reply | null)[]> {
  // The messages are parsed there: a literal's `__proto__` would set a prototype instead of a field.
  const text = JSON.stringify(JSON.stringify(messages));
  const replies = await evaluateInBridge(page, `Promise.all(JSON.parse(${text}).map((m) => chrome.runtime.sendMessage(m)))`);
  return z.array(z.nullable(replySchema)).parse(replies);
}

interface World {
  readonly uniqueId: string;
}

async function evaluateIn(page: Page, world: World, expression: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  try {
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

async function findWorlds(page: Page): Promise<readonly World[]> {
  const session = await page.context().newCDPSession(page);
  const worlds: World[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith('chrome-extension://')) worlds.push({ uniqueId: context.uniqueId });
  });
  // This reports every existing context before it resolves.
  await session.send('Runtime.enable');
  await session.detach();
  return worlds;
}
