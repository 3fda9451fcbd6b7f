/**
 * Keys that are pressed after something was asked for and before it is on the screen. They are kept, and done in their order
 * once it is there, as if they had been pressed then: no letter acts as a shortcut meanwhile, and none is lost.
 */
import { isReplaced, replayKey } from './replay-key.ts';
import { OPENING } from './use-shortcuts.ts';

/** Answers what the keys are meant for; null: it is on its way. */
export type Target = () => HTMLElement | null;

interface Waiting {
  readonly keys: KeyboardEvent[];
  /** null: what has the focus. */
  target: Target | null;
  /** Frames in a row in which nothing was on its way. */
  settledFrames: number;
  readonly until: number;
}

/** As long as a slow answer may take. Keys are the browser's again afterwards, whatever has not come. */
const MAX_WAIT_MS = 30_000;
/** The focus moves in the first frame in which something is there, or in the one after it. */
const SETTLED_FRAMES = 2;

let waiting: Waiting | null = null;
let isReplaying = false;

/**
 * Keeps keys from now on, until nothing on the screen is marked as `OPENING`. They go to what has the focus then.
 * @param target gets the focus as soon as it is there, and the keys wait for it, too
 */
export function keepTyping(target: Target | null = null): void {
  if (waiting !== null) {
    waiting.target = target ?? waiting.target;
    return;
  }
  waiting = { keys: [], target, settledFrames: 0, until: performance.now() + MAX_WAIT_MS };
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', stopTyping, true);
  void goOn(waiting);
}

/** Keeps a key for what takes the place of the element that has the focus. */
export function keepKey(event: KeyboardEvent, target: Target): void {
  keepTyping(target);
  event.preventDefault();
  // Keys that were pressed after it may be kept already.
  waiting?.keys.unshift(event);
}

/** Gives the focus to what the target answers, and keeps what is typed until it is there. */
export function goTo(target: Target): void {
  const here = isOpening() ? null : target();
  if (here === null) keepTyping(target);
  else here.focus();
}

/** What was typed belongs to nothing any more. */
export function stopTyping(): void {
  waiting = null;
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('pointerdown', stopTyping, true);
}

function onKeyDown(event: KeyboardEvent): void {
  if (isReplaying || waiting === null || event.isComposing || !isReplaced(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A field that does not come is given up.
  if (event.key === 'Escape' && waiting.target !== null) stopTyping();
  else waiting.keys.push(event);
}

function isOpening(): boolean {
  return document.querySelector(`[${OPENING}]`) !== null;
}

async function goOn(own: Waiting): Promise<void> {
  while (waiting === own) {
    await nextFrame();
    if (waiting !== own) return;
    if (performance.now() > own.until) return stopTyping();
    while (waiting === own && isSettled(own)) {
      const key = own.keys.shift();
      if (key === undefined) return stopTyping();
      await replay(key);
    }
  }
}

function isSettled(own: Waiting): boolean {
  const found = isOpening() ? null : (own.target ?? focused)();
  own.settledFrames = found === null ? 0 : own.settledFrames + 1;
  if (found === null) return false;
  if (own.target !== null) found.focus();
  own.target = null;
  return own.settledFrames >= SETTLED_FRAMES;
}

function focused(): HTMLElement {
  return document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
}

async function replay(key: KeyboardEvent): Promise<void> {
  isReplaying = true;
  try {
    replayKey(key, focused());
  } finally {
    isReplaying = false;
  }
  // What the key did is on the screen before the next one.
  await Promise.resolve();
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
