/**
 * Whether LinkedIn is silent: it was sent a request, and has answered nothing since. A message that asks LinkedIn may wait
 * for its turn in the extension, which alone knows when its request was sent. It is asked once a message takes long.
 */
import { createStore } from 'zustand/vanilla';
import { exchangeMessage } from './exchange-message.ts';

export const linkedInSilence = createStore<{ readonly isSilent: boolean }>(() => ({ isSilent: false }));

/** Most answers take less than two. People are told within twelve, this and the longest time to the next look included. */
const SILENT_SECONDS = 8;
const FIRST_LOOK_MS = 9_000;
const LOOK_EVERY_MS = 2_000;

let asking = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** @param exchange a message that asks LinkedIn, on its way; it must not reject */
export async function watchSilence<Result>(exchange: Promise<Result>): Promise<Result> {
  asking += 1;
  if (asking === 1) timer = setTimeout(look, FIRST_LOOK_MS);
  const result = await exchange;
  asking -= 1;
  if (asking === 0) clearTimeout(timer);
  show(false);
  return result;
}

async function look(): Promise<void> {
  const result = await exchangeMessage('checkExtension', {});
  if (asking === 0) return;
  if (result.ok) show((result.data.unansweredSeconds ?? 0) >= SILENT_SECONDS);
  timer = setTimeout(look, LOOK_EVERY_MS);
}

function show(isSilent: boolean): void {
  if (linkedInSilence.getState().isSilent !== isSilent) linkedInSilence.setState({ isSilent });
}
