/**
 * Keys that are pressed after something was asked for and before it is on the screen. They are kept, and done in their order
 * once it is there, as if they had been pressed then: no letter acts as a shortcut meanwhile. The same holds for text that is
 * pasted. Where it does not come to that, the person is told which text was not entered.
 */
import { isReplaced, replayKey, replayPaste } from './replay-key.ts';
import { showSnackbar } from './snackbar/snackbar-store.ts';
import { OPENING } from './use-shortcuts.ts';

/** Answers what the keys are meant for; null: it is on its way. */
export type Target = () => HTMLElement | null;

/** A key, or pasted text. */
type Input = KeyboardEvent | string;

interface Waiting {
  readonly inputs: Input[];
  /** null: what has the focus. */
  target: Target | null;
  /** Frames in a row in which nothing was on its way. */
  settledFrames: number;
  readonly until: number;
}

/**
 * The longest time that keys are held, as long as a slow answer may take. Afterwards they are the browser's again, whatever
 * has not come.
 */
const MAX_WAIT_MS = 30_000;
/** The focus moves in the first frame in which something is there, or in the one after it. */
const SETTLED_FRAMES = 2;
/** A press of the pointer, and Back or Forward: what was asked for may never come then. */
const GIVES_UP = ['pointerdown', 'popstate'] as const;
/**
 * An attribute of the frame of all screens with the key of the location that is shown. The router shows one some time after
 * it was told.
 */
export const SHOWN_LOCATION = 'data-location';
/** Letters of the text that was not entered, as it is shown. */
const MAX_SHOWN_LENGTH = 200;

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
  waiting = { inputs: [], target, settledFrames: 0, until: performance.now() + MAX_WAIT_MS };
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('paste', onPaste, true);
  for (const type of GIVES_UP) window.addEventListener(type, stopTyping, true);
  void goOn(waiting);
}

/** Keeps keys from now on until the screen that is navigated to is shown. They are meant for it, not for the one before. */
export function keepTypingForScreen(): void {
  const before = shownLocation();
  keepTyping(() => (shownLocation() === before ? null : focused()));
}

/** Keeps a key, and what is typed after it, for what takes the place of the element that has the focus. */
export function keepKey(event: KeyboardEvent, target: Target | null = null): void {
  keepTyping(target);
  event.preventDefault();
  // Keys that were pressed after it may be kept already.
  waiting?.inputs.unshift(event);
}

/** Gives the focus to what the target answers, and keeps what is typed until it is there. */
export function goTo(target: Target): void {
  const here = isOpening() ? null : target();
  if (here === null) keepTyping(target);
  else here.focus();
}

/** The target will not come. Keys that wait for another one, such as the next screen, go on waiting. */
export function giveUp(target: Target): void {
  if (waiting?.target === target) stopTyping();
}

/** What was typed belongs to nothing any more. Text among it is shown, so that it can be typed again. */
export function stopTyping(): void {
  const text = waiting === null ? '' : textOf(waiting.inputs);
  waiting = null;
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('paste', onPaste, true);
  for (const type of GIVES_UP) window.removeEventListener(type, stopTyping, true);
  if (text !== '') showSnackbar('info', `Not entered, because there was no field for it yet: ${text}`);
}

function textOf(inputs: readonly Input[]): string {
  const texts = inputs.map((input) => {
    if (typeof input === 'string') return input;
    return input.key.length === 1 && !input.ctrlKey && !input.metaKey ? input.key : '';
  });
  const text = texts.join('').trim();
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

function onKeyDown(event: KeyboardEvent): void {
  if (isReplaying || waiting === null || event.isComposing || !isReplaced(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key !== 'Escape' || waiting.target === null) {
    waiting.inputs.push(event);
    return;
  }
  // A field that does not come is given up, and so is what was typed, as by Escape in the field.
  waiting.inputs.length = 0;
  stopTyping();
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text') ?? '';
  if (isReplaying || waiting === null || text === '') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.inputs.push(text);
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
      const input = own.inputs.shift();
      if (input === undefined) return stopTyping();
      await replay(input);
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

function shownLocation(): string | null {
  return document.querySelector(`[${SHOWN_LOCATION}]`)?.getAttribute(SHOWN_LOCATION) ?? null;
}

function focused(): HTMLElement {
  return document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
}

async function replay(input: Input): Promise<void> {
  isReplaying = true;
  try {
    if (typeof input === 'string') replayPaste(input, focused());
    else replayKey(input, focused());
  } finally {
    isReplaying = false;
  }
  // What it did is on the screen before the next one.
  await Promise.resolve();
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
