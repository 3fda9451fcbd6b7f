/**
 * The one check of this page. It lives outside the screens, so that its result is still there when somebody comes back to
 * it; whoever leaves while it runs stops it.
 */
import { type CheckedEndpoint, checkedEndpoints } from '@leadloom/shared/contract/catalogue-checks';
import { type CheckCost, costOfCheck } from '@leadloom/shared/linkedin/check/plan-check';
import { createStore } from 'zustand/vanilla';
import { logProblem } from '../../../lib/log.ts';
import { onAccountChange } from '../../../lib/session/session.ts';
import { latestCatalogueVersion, loadCatalogue } from '../api/catalogue.ts';
import { type Clock, systemClock } from '../download/clock.ts';
import { createRunControl, type RunControl } from '../download/run-control.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import { runExclusively } from '../run/run-exclusively.ts';
import { fetchThroughExtension } from '../run/use-collector-run.ts';
import { askExtension, extensionReadsSections } from '../status/ask-extension.ts';
import { findExtension } from '../status/watch-extension.ts';
import { notifyOperator } from './notify-operator.ts';
import { type CheckEnd, type CheckedLine, linesToReport, runCheck } from './run-check.ts';

export interface CheckRunState {
  readonly phase: 'idle' | 'running' | 'stopping';
  /** Other LinkedIn work is running: the check starts when that has ended, or gives up. */
  readonly isWaiting: boolean;
  /** null: nothing is being asked right now. */
  readonly asking: CheckedEndpoint | null;
  /** The lines by endpoint, as far as this check or the last one came. */
  readonly lines: ReadonlyMap<CheckedEndpoint, CheckedLine>;
  /** The version of the catalogue that the check used; null before the first check. */
  readonly version: number | null;
  /** Why the last check ended before its last line; null: it did not. */
  readonly end: CheckEnd | null;
  /** What a check asks and counts as; null: not known yet. */
  readonly cost: CheckCost | null;
}

const nothing: CheckRunState = {
  ...{ phase: 'idle', isWaiting: false, asking: null },
  ...{ lines: new Map(), version: null, end: null, cost: null },
};
export const checkRun = createStore<CheckRunState>(() => nothing);

/** Reading two company names when the screen opens takes the lock for some seconds, too. */
const TURN_WAITS_MS = [500, 1_500, 3_000, 4_000, 4_000] as const;

let control: RunControl | null = null;

onAccountChange(forgetCheck);

/** Finds out what a check would ask. Sends nothing to LinkedIn. */
export async function prepareCheck(): Promise<void> {
  if (checkRun.getState().phase !== 'idle') return;
  try {
    // In the wizard, nothing has asked the extension for its version yet.
    const [catalogue] = await Promise.all([loadCatalogue(), askExtension()]);
    checkRun.setState({ cost: costOfCheck(catalogue, extensionReadsSections()) });
  } catch (cause) {
    logProblem('The endpoint catalogue could not be loaded.', cause);
  }
}

/** Resolves when the check has ended; does nothing while one runs, or if the risk is not accepted. */
export async function startCheck(clock: Clock = systemClock): Promise<void> {
  if (checkRun.getState().phase !== 'idle') return;
  const running = createRunControl();
  control = running;
  checkRun.setState({ phase: 'running', end: null });
  running.stopSignal.addEventListener('abort', () => {
    if (checkRun.getState().phase === 'running') checkRun.setState({ phase: 'stopping' });
  });
  let end: CheckEnd | null = { reason: 'internal', continueAt: null };
  try {
    if (!(await requireRiskAccepted())) {
      end = null;
      return;
    }
    // The notice may have been accepted by another account, which has not asked for a check.
    if (control !== running) return;
    checkRun.setState({ lines: new Map(), version: null });
    const hasRun = await takeTurn(running, clock, async () => {
      end = await check(running, clock);
    });
    if (!hasRun) end = { reason: running.notice() === null ? 'other_tab' : 'user', continueAt: null };
  } catch (cause) {
    logProblem('The check failed.', cause);
  } finally {
    // Another account may have signed in meanwhile.
    if (control === running) {
      control = null;
      checkRun.setState({ phase: 'idle', isWaiting: false, asking: null, end });
      notifyOperator(linesToReport([...checkRun.getState().lines.values()]));
    }
  }
}

/** Starts no new request; the one under way is given up. */
export function stopCheck(): void {
  control?.abandon({ reason: 'user', continueAt: null });
}

/** Whether the lock was free before the waits ended or the person stopped waiting. */
async function takeTurn({ stopSignal }: RunControl, clock: Clock, action: () => Promise<void>): Promise<boolean> {
  for (const wait of TURN_WAITS_MS) {
    if (await runExclusively(action)) return true;
    // A check that was stopped or forgotten meanwhile shows nothing more.
    if (stopSignal.aborted) return false;
    checkRun.setState({ isWaiting: true });
    await clock.sleep(wait, stopSignal);
    if (stopSignal.aborted) return false;
  }
  return runExclusively(action);
}

async function check(running: RunControl, clock: Clock): Promise<CheckEnd | null> {
  checkRun.setState({ isWaiting: false });
  const stopped = (reason: CheckEnd['reason']): CheckEnd => ({ reason, continueAt: null });
  const catalogue = await loadCatalogue().catch((cause: unknown) => {
    logProblem('The endpoint catalogue could not be loaded.', cause);
    return null;
  });
  if (catalogue === null) return stopped('server_away');
  // The extension is asked after the catalogue was loaded: asking it hands over the operator's limits.
  if (!(await findExtension(async () => (await askExtension()) !== 'gone'))) return stopped('extension_gone');
  /** A check that was forgotten shows nothing more: another account may see the screen. */
  const show = (changes: (state: CheckRunState) => Partial<CheckRunState>): void => {
    if (control === running) checkRun.setState(changes);
  };
  show(() => ({ version: latestCatalogueVersion() }));
  return runCheck({
    catalogue,
    canReadSections: extensionReadsSections(),
    send: fetchThroughExtension,
    clock,
    control: running,
    onAsking: (asking) => show(() => ({ asking })),
    onLine: (line) => show(({ lines }) => ({ asking: null, lines: new Map(lines).set(line.endpoint, line) })),
  });
}

/** Forgets the check, as after a reload, or for another account. */
export function forgetCheck(): void {
  control?.abandon({ reason: 'user', continueAt: null });
  control = null;
  checkRun.setState(nothing, true);
}

/** The lines of the last check, in their order. */
export function linesInOrder(lines: CheckRunState['lines']): readonly CheckedLine[] {
  return checkedEndpoints.flatMap((endpoint) => lines.get(endpoint) ?? []);
}
