/**
 * The cost of the bridge: a `checkExtension` from the page and back, compared with a bare `runtime.sendMessage` from the
 * bridge's own world, which the background refuses at once. Both run from one page, in short turns, so that other load slows
 * both.
 */
import type { CDPSession, Page } from '@playwright/test';
import { installPageClient } from './page-client.ts';
import { median } from './tables/statistics.ts';

const TURNS = 60;
const WARM_UP_TURNS = 10;
const CALLS_PER_TURN = 25;

export interface RoundTrip {
  /** Milliseconds, medians. */
  readonly bridged: number;
  readonly bare: number;
  /** The median over neighbouring turns. */
  readonly ratio: number;
}

export async function measureRoundTrip(page: Page): Promise<RoundTrip> {
  const session = await page.context().newCDPSession(page);
  const contextId = await isolatedWorldOf(session);
  await page.evaluate(installPageClient);
  const samples: { readonly bridged: number; readonly bare: number }[] = [];
  for (let turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
    const sample = { bridged: await bridgedTurn(page), bare: await bareTurn(session, contextId) };
    if (turn >= 0) samples.push(sample);
  }
  return {
    bridged: median(samples.map(({ bridged }) => bridged)),
    bare: median(samples.map(({ bare }) => bare)),
    ratio: median(samples.map(({ bridged, bare }) => bridged / bare)),
  };
}

/** @returns milliseconds of one call */
function bridgedTurn(page: Page): Promise<number> {
  return page.evaluate(async (calls) => {
    const began = performance.now();
    for (let call = 0; call < calls; call++) {
      const reply = await window.ask('checkExtension', {});
      if (!reply.ok) throw new Error(`the bridge answered ${reply.error?.code}`);
    }
    return (performance.now() - began) / calls;
  }, CALLS_PER_TURN);
}

async function bareTurn(session: CDPSession, contextId: number): Promise<number> {
  const expression = `(async () => {
    const began = performance.now();
    for (let call = 0; call < ${CALLS_PER_TURN}; call++) {
      const reply = await chrome.runtime.sendMessage({});
      if (reply?.error?.code !== 'bad_request') throw new Error('nobody answered');
    }
    return (performance.now() - began) / ${CALLS_PER_TURN};
  })()`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  const milliseconds: unknown = result.value;
  if (typeof milliseconds !== 'number') throw new Error(`the bare message failed: ${exceptionDetails?.text}`);
  return milliseconds;
}

/** The world that the content script runs in, separate from the page's own scripts. */
async function isolatedWorldOf(session: CDPSession): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith('chrome-extension://')) resolve(context.id);
  });
  const timer = setTimeout(() => reject(new Error('the page has no bridge')), 10_000);
  await session.send('Runtime.enable');
  return promise.finally(() => clearTimeout(timer));
}
