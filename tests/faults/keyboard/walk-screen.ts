/// <reference lib="dom" preserve="true" />
/**
 * Walks through a screen with the Tab key alone, from where the focus is until it comes to the beginning again, and judges
 * what a person with a keyboard meets: each stop has a name, shows that it has the focus, and is in view with nothing above
 * it; and what can be pressed is a stop.
 */
import type { Page } from '@playwright/test';

/** The most stops of a walk, more than any screen has: one that has more is a trap. */
const MAX_STOPS = 250;

interface Stop {
  /** What it is and what it is called, such as `button Export`. */
  readonly text: string;
  readonly faults: readonly string[];
  readonly isKnown: boolean;
}

export interface Walk {
  readonly stops: number;
  readonly faults: readonly string[];
}

export async function walkScreen(page: Page): Promise<Walk> {
  await page.evaluate(startWalk);
  const faults: string[] = [];
  let stops = 0;
  let outside = 0;
  for (; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeStop);
    // Between the last stop and the first one the browser's own parts have the focus.
    if (stop === null) outside += 1;
    if (stop?.isKnown === true || outside > 1) break;
    if (stop !== null) faults.push(...stop.faults.map((fault) => `${stop.text}: ${fault}`));
  }
  if (stops === MAX_STOPS) faults.push('the walk does not end');
  faults.push(...(await page.evaluate(findUnreached)).map((text) => `${text}: not reached`));
  faults.push(...(await page.evaluate(judgeOutline)));
  return { stops, faults };
}

/** What the functions below share; they run in the page, which knows nothing of this module. */
interface Walked {
  seen: Set<Element>;
  names: Set<string>;
  nameOf: (element: Element) => string;
}

function startWalk(): void {
  const nameOf = (element: Element): string => {
    const referred = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const labels = isField ? [...(element.labels ?? [])].map((label) => label.textContent).join(' ') : '';
    const text = element.textContent?.trim() ?? '';
    const name = referred || element.getAttribute('aria-label') || labels || text || element.getAttribute('placeholder') || '';
    return name === '' ? '' : `${element.tagName.toLowerCase()} ${name.slice(0, 60)}`;
  };
  const walked: Walked = { seen: new Set(), names: new Set(), nameOf };
  Reflect.set(window, 'walked', walked);
}

function describeStop(): Stop | null {
  const { seen, names, nameOf }: Walked = Reflect.get(window, 'walked');
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const isKnown = seen.has(element);
  seen.add(element);
  const name = nameOf(element);
  names.add(name);

  const box = element.getBoundingClientRect();
  // Of something larger than the window, the part that can be seen counts.
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [upper, lower] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const [x, y] = [(left + right) / 2, (upper + lower) / 2];
  const isInView =
    box.width > 0 &&
    right - left >= Math.min(box.width, innerWidth) / 2 &&
    lower - upper >= Math.min(box.height, innerHeight) / 2;
  const top = isInView ? document.elementFromPoint(x, y) : null;
  const frame = element.closest('label') ?? element.parentElement ?? element;
  const isCovered = top !== null && !frame.contains(top) && !top.contains(element);

  // The frame of a field, or of what stands around a hidden checkbox, shows the focus for it.
  let isShown = frame.querySelector('fieldset') !== null;
  for (let one: Element | null = element, level = 0; one !== null && level < 4; one = one.parentElement, level += 1) {
    for (const part of [null, '::before', '::after']) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part);
      if ((outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || (level === 0 && boxShadow !== 'none'))
        isShown = true;
    }
  }
  // The only field of a dialog has the cursor in it.
  const isLoneField = element instanceof HTMLInputElement && element.getAttribute('role') === 'combobox';
  return {
    text: name || element.outerHTML.slice(0, 80),
    isKnown,
    faults: [
      ...(name === '' ? ['no name'] : []),
      ...(isInView ? [] : ['out of view']),
      ...(isCovered ? [`behind ${top.outerHTML.slice(0, 80)}`] : []),
      ...(isShown || isLoneField ? [] : ['the focus is not shown']),
    ],
  };
}

/** The elements that Tab did not reach. Within some roles, the arrow keys lead from one to the next. */
function findUnreached(): readonly string[] {
  const { seen, names, nameOf }: Walked = Reflect.get(window, 'walked');
  const byArrows = ['grid', 'tablist', 'listbox', 'menu', 'radiogroup', 'toolbar'].map((role) => `[role=${role}]`).join(',');
  const dialog = [...document.querySelectorAll('[role=dialog][aria-modal=true], .MuiDialog-paper')].at(-1);
  const pressable =
    'a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=switch],[role=tab],[role=combobox]';
  return [...(dialog ?? document).querySelectorAll(pressable)]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2 || getComputedStyle(element).visibility === 'hidden') return false;
      if (
        element.matches(':disabled, [type=radio], [tabindex="-1"]') ||
        element.closest(`[inert],[aria-hidden=true],${byArrows},.MuiToggleButtonGroup-root`)
      )
        return false;
      // A part that is loaded when it is first used takes the place of the one that was reached.
      return !seen.has(element) && !names.has(nameOf(element));
    })
    .map((element) => nameOf(element) || element.outerHTML.slice(0, 80));
}

function judgeOutline(): readonly string[] {
  const headings = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter((heading) => heading.getClientRects().length > 0);
  const levels = headings.map(({ tagName }) => Number(tagName[1]));
  const first = levels.filter((level) => level === 1).length;
  return [
    ...(first === 1 ? [] : [`${first} headings of level 1`]),
    ...(document.querySelectorAll('main').length === 1 ? [] : ['not one main part']),
    ...levels.flatMap((level, index) =>
      index > 0 && level > (levels[index - 1] ?? 0) + 1 ? [`heading ${headings[index]?.textContent}: a level is left out`] : [],
    ),
  ];
}
