/**
 * Judges what a page shows by axe, in both colour schemes, and gathers the faults until they are reported. For a screen that
 * was opened by its address and left as it was, what its first visit costs is judged as well.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type Weight, watchWeight, weightLimitOf } from './screen-weight.ts';
import { isThorough } from './thorough.ts';

interface View {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

const lightAndWide: View = { colorScheme: 'light', width: 1440 };
const darkAndNarrow: View = { colorScheme: 'dark', width: 360 };
export const allViews: readonly View[] = [lightAndWide, { colorScheme: 'dark', width: 1440 }, darkAndNarrow];
/** The views for screens in many states: every colour and both layouts. */
export const oppositeViews: readonly View[] = [lightAndWide, darkAndNarrow];
/** The view for what only narrow windows show. */
export const narrowViews: readonly View[] = [darkAndNarrow];

/**
 * A state is judged in one of its views by turns, so that all states together are judged in all views; `pnpm faults` judges
 * each state in each view. The page is left as the last view has it either way.
 */
export interface Judge {
  readonly judge: (screen: string, views?: readonly View[]) => Promise<void>;
  /** Prints how much was judged; fails when there was a fault. */
  readonly report: () => void;
}

export function createJudge(page: Page, judgedViews: readonly View[]): Judge {
  const faults: string[] = [];
  let judged = 0;
  let states = 0;
  const { isWatching, openedAt, weight } = watchWeight(page);
  return {
    judge: async (screen, views = judgedViews) => {
      await isWatching;
      // A screen in a certain state has a name of more than one word; what was pressed there may have loaded more.
      if (screen === openedAt()) faults.push(...tooHeavy(screen, weight()));
      let judgedWidth = 0;
      states += 1;
      for (const [place, { colorScheme, width }] of views.entries()) {
        const isLeftOut = !isThorough() && (states + place) % views.length !== 0;
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        if (isLeftOut) continue;
        // What a scrolled page has half below its bar would count as too small to press.
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.evaluate(nextFrameIsDrawn);
        // A second view of the same width differs in its colours alone.
        const rules = width === judgedWidth ? COLOURS : null;
        faults.push(...(await seriousFaults(page, `${screen} ${colorScheme} ${width}`, rules)));
        judgedWidth = width;
        judged += 1;
      }
    },
    report: () => {
      console.log(`accessibility: ${judged} views judged, ${faults.length} serious faults`);
      expect(faults).toEqual([]);
    },
  };
}

/**
 * Runs in the page. It is told of its new size when it draws: what takes another place then, as the navigation does in a
 * narrow window, and what is measured after that, would be judged half way.
 */
async function nextFrameIsDrawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

function tooHeavy(screen: string, { scriptBytes, requests }: Weight): string[] {
  const most = weightLimitOf(screen);
  return [
    ...(scriptBytes > most.scriptBytes ? [`${screen}: ${scriptBytes} bytes of JavaScript`] : []),
    ...(requests > most.requests ? [`${screen}: ${requests} requests`] : []),
  ];
}

/** The builder sends the whole of axe twice for each view. A document keeps it, so that it is sent once for each. */
const NO_SOURCE = ';';
/** Rules of good practice, judged as if they were serious: no level of headings is left out, and dialogs have names. */
const GOOD_PRACTICE = ['heading-order', 'aria-dialog-name'];
/** A table draws all of its rows alike, and axe takes longest over cells: all of them are judged in `pnpm faults`. */
const ROWS_LIKE_OTHERS = 'tbody tr:nth-child(n+4)';
/** The rules that look at colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** @param rules null: all that apply */
async function seriousFaults(page: Page, view: string, rules: string[] | null): Promise<string[]> {
  const hasAxe = await page.evaluate(() => Reflect.has(window, 'axe'));
  if (!hasAxe) await page.evaluate(axe.source);
  const builder = new AxeBuilder({ page, axeSource: NO_SOURCE })
    // Pages of ours hold no frames, for which a second page would be opened each time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], rules: Object.fromEntries(GOOD_PRACTICE.map((id) => [id, { enabled: true }])) });
  if (!isThorough()) builder.exclude(ROWS_LIKE_OTHERS);
  const chosen =
    rules === null ? builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']) : builder.withRules(rules);
  const { violations } = await chosen.analyze();
  return violations
    .filter(({ impact, id }) => impact === 'serious' || impact === 'critical' || GOOD_PRACTICE.includes(id))
    .map(({ id, nodes }) => `${view}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
