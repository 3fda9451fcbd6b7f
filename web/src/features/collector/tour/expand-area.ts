/** Opens an area that is collapsed, so that the tour has something to show. */

/** As long as an accordion takes to open. */
const OPENING_MS = 320;

/** Resolves when the area has its height. */
export async function expandArea(id: string, isStill: boolean): Promise<void> {
  const summary = document.getElementById(id)?.querySelector<HTMLElement>('.MuiAccordionSummary-root[aria-expanded="false"]');
  if (summary === null || summary === undefined) return;
  summary.click();
  await new Promise((resolve) => setTimeout(resolve, isStill ? 0 : OPENING_MS));
}
