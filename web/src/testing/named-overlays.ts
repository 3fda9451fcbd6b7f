/**
 * Every dialog and menu that opens in a test must have a name of its own, because assistive technology reads it out when it
 * opens. A name on a wrapper is none: it has to be on the element with the role.
 */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** @param report is called for each overlay below the root that opens without a name @returns stops watching */
export function watchOverlayNames(root: Element, report: (problem: string) => void): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) look(node);
  });
  function look(added: Element): void {
    const overlays = [...(added.matches(OVERLAYS) ? [added] : []), ...added.querySelectorAll(OVERLAYS)];
    for (const overlay of overlays)
      if (overlay.isConnected && !isNamed(overlay))
        report(`a ${overlay.getAttribute('role')} without a name: ${overlay.textContent.slice(0, 80)}`);
  }
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function isNamed(overlay: Element): boolean {
  const ids = overlay.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  return [...labels, overlay.getAttribute('aria-label') ?? ''].some((label) => label.trim() !== '');
}
