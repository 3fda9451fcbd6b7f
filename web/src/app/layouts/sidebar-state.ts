/** Whether the sidebar shows icons only. The choice is kept in the browser, for every account that signs in there. */
import { create } from 'zustand';

const STORAGE_KEY = 'leadloom-sidebar';
const COLLAPSED = 'collapsed';

export const useIsSidebarCollapsed = create(() => readChoice());

export function toggleSidebar(): void {
  const isCollapsed = !useIsSidebarCollapsed.getState();
  useIsSidebarCollapsed.setState(isCollapsed, true);
  try {
    if (isCollapsed) localStorage.setItem(STORAGE_KEY, COLLAPSED);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === COLLAPSED;
  } catch {
    return false;
  }
}
