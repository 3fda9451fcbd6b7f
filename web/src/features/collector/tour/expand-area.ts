/** Shows an area whose tab is not selected, so that the tour has something to point at. */
export async function expandArea(id: string): Promise<void> {
  const tab = document.querySelector<HTMLElement>(`[role="tab"][aria-selected="false"][aria-controls="${CSS.escape(id)}"]`);
  if (tab === null) return;
  tab.click();
  // The panel has its height after the next frame.
  await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
}

const FRAME_MS = 50;
