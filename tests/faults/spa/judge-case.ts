/**
 * One case: a screen, one of its calls, one fault. The call is made under the fault, with a second press if a button makes
 * it; then the message is read, the fault removed, and the call retried.
 */
import { endpoints } from '@leadloom/shared/contract/endpoints';
import type { Page } from '@playwright/test';
import type { Case } from './cases.ts';
import { type Fault, REFUSED, REFUSED_FOR_GOOD } from './fault.ts';
import { judgeEndlessRefusal } from './judge-endless-refusal.ts';
import { type Action, type ScreenCall, type Shown, tryAgain } from './screen.ts';
import { isVisible, openStage, passTime, type Stage, type StageParts, textOf, until } from './stage.ts';
import type { Complain, Failing, Verdict } from './verdict.ts';

const LATE_MS = 30_000;
const ALL_RETRIES_MS = 4_000;
/** A query is asked again twice where that can help. */
const QUERY_RETRIES = 2;
/** The frame and its page both read the account; the second succeeds without the first one's response. */
const LOADING_PARTS = 2;

export async function judgeCase(parts: StageParts, { screen, call, fault }: Case): Promise<Verdict> {
  const found: Record<Failing, string[]> = { uncaught: [], wrongText: [], failedRetry: [], doubleSubmit: [] };
  const complain: Complain = (failing, text) => found[failing].push(text);
  const stage = await openStage(parts, {
    visitor: screen.visitor,
    answers: { ...screen.answers?.(), ...call.answers?.() },
    ...(call.logs === undefined ? {} : { logs: call.logs }),
    isSessionExpired: call.isSessionExpired === true,
  });
  const isReady = (): Promise<boolean> => isVisible(stage.page, screen.ready);
  const done = (): Promise<boolean> => (call.done === undefined ? isReady() : call.done(stage));
  try {
    if (call.action !== undefined) {
      await stage.page.goto(screen.path);
      if (!(await until(stage.page, isReady))) throw new Error(`the screen is not ready: ${await textOf(stage.page)}`);
    }
    const isUnnoticed = call.isAfterwards === true && call.shows === null;
    await makeCall(stage, screen.path, call, fault);
    // The button's own call succeeded, whatever happens to the following one.
    if (isUnnoticed) await goesThrough(stage, done, complain);
    await answerCall(stage, call, fault, complain);
    if (isUnnoticed) await passTime(stage.page, ALL_RETRIES_MS);
    else if (fault === REFUSED_FOR_GOOD) await judgeEndlessRefusal(stage, call, complain);
    else if (fault.answer === null || call.shows === null) await goesThrough(stage, done, complain);
    else await recovers(stage, call, fault, done, complain);
  } catch (error) {
    complain('failedRetry', `the case could not be played: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await stage.close();
  }
  return { ...found, uncaught: [...found.uncaught, ...stage.uncaught] };
}

/** Makes the call, which stays without an answer. */
async function makeCall({ page, api }: Stage, path: string, { row, action }: ScreenCall, fault: Fault): Promise<void> {
  await action?.prepare?.(page);
  api.arm(row, fault);
  api.hold();
  if (action === undefined) await page.goto(path);
  else await action.button(page).dblclick();
  if (!(await until(page, async () => api.arrivals(row) > 0))) throw new Error(`${row} was never called: ${await textOf(page)}`);
}

/** Waits for the fault to take effect, after checking that a second press made no second call. */
async function answerCall({ page, api }: Stage, call: ScreenCall, fault: Fault, complain: Complain): Promise<void> {
  const { row, action, isAfterwards } = call;
  if (fault.isLate) {
    if (action !== undefined && isAfterwards !== true) await pressAgain(page, action);
    await passTime(page, LATE_MS);
  }
  const arrived = api.arrivals(row);
  if (arrived > (isLoading(call) ? LOADING_PARTS : 1)) complain('doubleSubmit', `${arrived} requests while one was under way`);
  api.release();
}

/** Presses again as an impatient person does, whatever the button looks like. */
async function pressAgain(page: Page, { button }: Action): Promise<void> {
  const target = button(page);
  const fields = target.locator('xpath=ancestor::form[1]//input');
  if ((await fields.count()) > 0) await fields.last().press('Enter');
  if ((await target.count()) > 0) await target.click({ force: true });
}

async function goesThrough({ page }: Stage, done: () => Promise<boolean>, complain: Complain): Promise<void> {
  if (!(await until(page, done))) complain('failedRetry', `it did not go through: ${await textOf(page)}`);
}

async function recovers(
  stage: Stage,
  call: ScreenCall,
  fault: Fault,
  done: () => Promise<boolean>,
  complain: Complain,
): Promise<void> {
  const { page, api } = stage;
  const expected = call.shows?.(fault) ?? { texts: [] };
  if (!(await until(page, () => isShown(stage, expected))))
    complain('wrongText', `expected ${JSON.stringify(expected)}, found ${JSON.stringify(stage.alerts)} ${await textOf(page)}`);
  const arrived = api.arrivals(call.row);
  const allowed = allowedArrivals(call, fault);
  if (arrived > allowed) complain('doubleSubmit', `${arrived} requests where at most ${allowed} may be made`);
  api.lift();
  if (!(await done())) await tryAgain(page, call);
  if (!(await until(page, done))) complain('failedRetry', `after another try: ${await textOf(page)}`);
  const tries = api.arrivals(call.row) - arrived;
  if (call.action !== undefined && tries > 1 + (call.repeats ?? 0))
    complain('doubleSubmit', `${tries} requests for one more try`);
}

async function isShown({ page, alerts }: Stage, { texts, alert }: Shown): Promise<boolean> {
  if (alert !== undefined && !alerts.includes(alert)) return false;
  for (const text of texts) if (!(await isVisible(page, text))) return false;
  return true;
}

function isLoading({ row, action }: ScreenCall): boolean {
  return action === undefined && endpoints[row].method === 'GET';
}

/**
 * A refused token is refreshed and the call repeated once. What loads is repeated by itself where that can
 * help, and asked for again by the part of a screen that comes to a failure of another.
 */
function allowedArrivals(call: ScreenCall, { status }: Fault): number {
  const { row, repeats = 0 } = call;
  const mayPass = status === 0 || status >= 500;
  const tries = isLoading(call) ? LOADING_PARTS * (1 + (mayPass ? QUERY_RETRIES : 0)) : 1;
  const isRefreshed = status === REFUSED.status && endpoints[row].access !== 'public';
  return (tries + repeats) * (isRefreshed ? 2 : 1);
}
