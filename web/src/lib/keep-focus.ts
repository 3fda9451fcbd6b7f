/**
 * Keeps the focus from falling to the page. A button that is disabled while its request is under way gets the focus back
 * afterwards; what stood around an element that was removed takes the focus in its place.
 */

/** Others, such as a dialog that closes, move the focus within this many frames, and go first. */
const FRAMES_OF_OTHERS = 3;
const AROUND = 'section, article, form, aside, [role="region"], [role="group"]';

/** @returns ends it */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  /** What is around it, the nearest first. */
  let around: readonly HTMLElement[] = [];
  /** The same of the last one that was not in a dialog or a message. */
  let aroundOnPage: readonly HTMLElement[] = [];
  let path = '';
  let wasDisabled = false;
  let frames = 0;

  function onFocusIn({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    wasDisabled = false;
    path = window.location.pathname;
    if (target.closest('main') === null) around = [...ancestorsOf(target), ...aroundOnPage];
    else {
      aroundOnPage = ancestorsOf(target);
      around = aroundOnPage;
    }
  }

  /** A person who presses beside everything wants the focus nowhere. */
  function onPointerDown({ target }: PointerEvent): void {
    if (last !== null && target instanceof Node && !last.contains(target)) last = null;
  }

  function check(): void {
    frames -= 1;
    if (frames > 0) {
      requestAnimationFrame(check);
      return;
    }
    // Another screen has its own heading to begin at.
    if (last === null || !isLost() || window.location.pathname !== path) return;
    if (last.isConnected) {
      if (wasDisabled && !last.matches(':disabled')) last.focus({ preventScroll: true });
      return;
    }
    const standing = around.find((element) => element.isConnected) ?? document.querySelector<HTMLElement>('main h1');
    if (standing === null) return;
    if (!standing.hasAttribute('tabindex')) {
      standing.tabIndex = -1;
      standing.style.outline = 'none';
    }
    standing.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(() => {
    if (last === null) return;
    wasDisabled ||= last.matches(':disabled');
    if (!isLost()) return;
    if (frames <= 0) requestAnimationFrame(check);
    frames = FRAMES_OF_OTHERS;
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', onPointerDown);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', onPointerDown);
  };
}

function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
}

function ancestorsOf(element: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let next = element.parentElement?.closest<HTMLElement>(AROUND); next != null; ) {
    found.push(next);
    next = next.parentElement?.closest<HTMLElement>(AROUND);
  }
  return found;
}
