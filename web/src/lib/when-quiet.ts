/** The time between two looks at what is under way. */
const LOOK_MS = 250;

/**
 * Does something once the browser has nothing else to do.
 * @param isBusy whether something goes first now
 * @returns stops waiting
 */
export function whenQuiet(isBusy: () => boolean, task: () => void): () => void {
  let timer: number | undefined;
  let idle: number | undefined;
  const look = (): void => (isBusy() ? wait() : task());
  function wait(): void {
    timer = window.setTimeout(() => {
      // Some browsers do not say when they have nothing to do.
      if ('requestIdleCallback' in window) idle = window.requestIdleCallback(look);
      else look();
    }, LOOK_MS);
  }
  wait();
  return () => {
    window.clearTimeout(timer);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
