/** The description of a screen: its calls, made by itself or by a button, and what it must show when they fail. */
import type { EndpointName } from '@leadloom/shared/contract/endpoints';
import type { Locator, Page } from '@playwright/test';
import type { Answers } from './api-stub.ts';
import type { Fault } from './fault.ts';
import { isVisible, type Stage } from './stage.ts';

export interface Screen {
  /** The name, with the state where the screen has several. */
  readonly name: string;
  readonly path: string;
  readonly visitor: 'anybody' | 'member';
  /** Creates the answers for every case, so that they may keep state. */
  readonly answers?: () => Answers;
  /** A text that is shown once everything has loaded. */
  readonly ready: string | RegExp;
  readonly calls: readonly ScreenCall[];
}

export interface ScreenCall {
  readonly row: EndpointName;
  /** Distinguishes calls of the same endpoint. */
  readonly note?: string;
  /** The answers, if this call needs others than its screen. */
  readonly answers?: () => Answers;
  /** The action that makes the call; absent: opening the screen. */
  readonly action?: Action;
  /** The message a person sees; null: the screen continues as if nothing had happened. */
  readonly shows: ((fault: Fault) => Shown) | null;
  /** Whether the call succeeded; by default, whether the screen is ready. */
  readonly done?: (stage: Stage) => Promise<boolean>;
  /** Tries again after a failure; by default by the same button, or the one named so. */
  readonly again?: (page: Page) => Promise<void>;
  /** The button makes another call, and this one follows from it: pressing again would be another attempt. */
  readonly isAfterwards?: true;
  /** How often the screen may repeat the call by itself, beyond what every loading may. */
  readonly repeats?: number;
  /** What the contract wants in the console's log. */
  readonly logs?: readonly string[];
  /** The stored session has expired. */
  readonly isSessionExpired?: true;
}

export interface Action {
  /** Everything up to the press: fields, steps. Nothing has failed yet. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly button: (page: Page) => Locator;
}

export interface Shown {
  readonly texts: readonly string[];
  /** A message box of the browser. */
  readonly alert?: string;
}

/** The client's own sentence, with what the screen says around it. */
export function sentence(around: (message: string) => string = (message) => message) {
  return ({ message }: Fault): Shown => ({ texts: [around(message)] });
}

export function always(...texts: readonly string[]) {
  return (): Shown => ({ texts });
}

export function button(name: string | RegExp): Action['button'] {
  return (page) => page.getByRole('button', { name, exact: typeof name === 'string' });
}

export function sees(text: string | RegExp) {
  return ({ page }: Stage): Promise<boolean> => isVisible(page, text);
}

export function isAt(path: RegExp) {
  return async ({ page }: Stage): Promise<boolean> => path.test(new URL(page.url()).pathname);
}

export function hasDownloaded(fileName: string) {
  return async ({ downloads }: Stage): Promise<boolean> => downloads.includes(fileName);
}

export async function tryAgain(page: Page, { again, action }: ScreenCall): Promise<void> {
  if (again !== undefined) await again(page);
  else if (action !== undefined) await action.button(page).click();
  else await page.getByRole('button', { name: 'Try again' }).first().click();
}
