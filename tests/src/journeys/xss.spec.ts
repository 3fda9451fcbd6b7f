/**
 * Hostile texts in every column and field of every screen. What the server stores goes through the real one
 * and the real extension; what it would never store is put into its answers on the way to the browser.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { ORIGIN } from '../../faults/spa/answers.ts';
import type { Answers } from '../../faults/spa/api-stub.ts';
import { openBrowserWorld } from '../../faults/spa/browser-world.ts';
import { openStage, until } from '../../faults/spa/stage.ts';
import { createDamageReport } from './xss/damage-report.ts';
import { type HostileScreen, hostileScreens } from './xss/hostile-screens.ts';
import { textOfDocument, watchPage, withoutControls } from './xss/page-watch.ts';
import { payloads } from './xss/payloads.ts';

base('Hostile texts in the server’s answers stay texts on every screen', async () => {
  base.setTimeout(400_000);
  const world = await openBrowserWorld();
  const report = createDamageReport();
  const columns = new Set<string>();
  let placed = 0;
  try {
    for (const screen of hostileScreens) {
      for (const texts of openingsOf(screen)) {
        const answers = screen.answers(texts);
        for (const column of columnsOf(answers, texts)) columns.add(column);
        placed += texts.length;
        const stage = await openStage(world, { visitor: screen.visitor, answers });
        const { page } = stage;
        const watch = await watchPage(page, [ORIGIN]);
        await page.goto(screen.path);
        await expect.poll(() => until(page, () => page.getByText(screen.ready).first().isVisible())).toBe(true);
        await screen.act?.(page);
        report.missing(screen.name, await missingOf(page, texts));
        report.add(screen.name, await watch.look());
        await stage.close();
        report.missing(`${screen.name}, unplanned`, stage.uncaught);
      }
    }
  } finally {
    await world.close();
  }
  report.conclude(
    `hostile answers: ${payloads.length} texts, ${hostileScreens.length} screens, ${columns.size} columns, ${placed} placings`,
  );
});

function openingsOf({ texts = payloads, perOpening }: HostileScreen): readonly (readonly string[])[] {
  const count = Math.ceil(texts.length / perOpening);
  return Array.from({ length: count }, (_, opening) => texts.slice(opening * perOpening, (opening + 1) * perOpening));
}

/** The texts a page does not show although it was given them, after the time a press may take to be answered. */
async function missingOf(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  let missing: readonly string[] = texts;
  await until(page, async () => {
    const shown = await textOfDocument(page);
    missing = texts.filter((text) => !shown.includes(withoutControls(text).trim()));
    return missing.length === 0;
  });
  return missing;
}

/** Where in the answers the texts stand: `listInvoices[].invoice_url`. */
function columnsOf(answers: Answers, texts: readonly string[]): readonly string[] {
  return Object.entries(answers).flatMap(([row, answer]) => {
    try {
      return pathsWith(answer({ body: null }), texts, row);
    } catch {
      // A refusal; its one column is the sentence.
      return [`${row} refused`];
    }
  });
}

function pathsWith(value: unknown, texts: readonly string[], path: string): string[] {
  if (typeof value === 'string') return texts.some((text) => value.includes(text)) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pathsWith(each, texts, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => pathsWith(each, texts, `${path}.${name}`));
}
