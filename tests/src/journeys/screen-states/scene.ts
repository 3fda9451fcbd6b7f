/** What the shows of the screens' states share: the page, its account, and what it is to say. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { goInApp } from '../go-in-app.ts';
import type { LeadloomProcess } from '../leadloom-process.ts';
import { isThorough } from '../thorough.ts';

export interface Scene {
  readonly page: Page;
  readonly leadloom: LeadloomProcess;
  /** Has axe judge what is shown. */
  readonly judge: (screen: string) => Promise<void>;
}

/** Brings a state about, looks for its words, and at what a reload makes of it. */
export type Show = (scene: Scene) => Promise<void>;

type Words = string | RegExp;

/** Looks for whole texts, to the letter. */
export async function says(page: Page, ...texts: readonly Words[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
}

/** The same after a reload: for what an action or a code brought about, which the page alone could remember. */
export async function keepsSaying(page: Page, ...texts: readonly Words[]): Promise<void> {
  await says(page, ...texts);
  await page.reload();
  await says(page, ...texts);
}

/**
 * Shows a state that is there as soon as its screen is opened, at a path below /app: by a link, and in `pnpm faults` by its
 * address, for which the document is loaded anew, as by a reload.
 */
export function opens(path: string, ...texts: readonly Words[]): Show {
  return async ({ page }) => {
    const isInApp = new URL(page.url()).pathname.startsWith('/app/');
    await (isThorough() || !isInApp ? page.goto(`/app${path}`) : goInApp(page, `/app${path}`));
    await says(page, ...texts);
  };
}

/** Names a state that another journey shows already, by these words in its source. */
export function inJourney(journey: string, words: string): Show {
  return async () => {
    expect(await readFile(join(import.meta.dirname, '..', journey), 'utf8')).toContain(words);
  };
}

/** What the browser's own alert says that an action brings about. */
export async function alertOf(page: Page, act: () => Promise<void>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  page.once('dialog', (dialog) => {
    resolve(dialog.message());
    void dialog.accept();
  });
  await act();
  return promise;
}
