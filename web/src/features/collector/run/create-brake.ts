/** The stop control of one round, also triggered by the person's Stop. */
import { createRunControl, type RunControl } from '../download/run-control.ts';
import type { StopNotice } from '../download/stop-reason.ts';

/** @param stopped the person pressed Stop, or the page was left @param onStop called once, with the reason */
export function createBrake(stopped: AbortSignal, onStop: (reason: StopNotice) => void): RunControl {
  const control = createRunControl();
  const stop = (): void => control.stop({ reason: 'user', continueAt: null });
  stopped.addEventListener('abort', stop);
  if (stopped.aborted) stop();
  control.stopSignal.addEventListener('abort', () => {
    stopped.removeEventListener('abort', stop);
    const reason = control.notice();
    if (reason !== null) onStop(reason);
  });
  return control;
}
