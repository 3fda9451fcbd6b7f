/** Types at a person's speed, so that renderings, responses and address changes happen between keys. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from '@playwright/test';

/** Milliseconds between keys, over and over. */
const PAUSES = [60, 110, 200, 30, 150, 90, 180];

/** Replaces what the field holds; an empty text clears it. Waits for every key's own consequences, and for nothing more. */
export async function typeLikeAPerson(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await field.click();
  await keyboard.press('ControlOrMeta+A');
  if (text === '') await keyboard.press('Backspace');
  for (const [index, letter] of [...text].entries()) {
    await keyboard.type(letter);
    await sleep(PAUSES[index % PAUSES.length] ?? 0);
  }
}
