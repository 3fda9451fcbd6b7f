/** Which groups of the sidebar are folded. The choice is stored in the browser, for every account that signs in there. */
import { create } from 'zustand';

const STORAGE_KEY = 'leadloom-sidebar-folded';
const SEPARATOR = ',';

export const useFoldedGroups = create<readonly string[]>(() => readFolded());

export function toggleGroup(name: string): void {
  const before = useFoldedGroups.getState();
  const folded = before.includes(name) ? before.filter((other) => other !== name) : [...before, name];
  useFoldedGroups.setState(folded, true);
  try {
    if (folded.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, folded.join(SEPARATOR));
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

function readFolded(): readonly string[] {
  try {
    return (localStorage.getItem(STORAGE_KEY) ?? '').split(SEPARATOR).filter((name) => name !== '');
  } catch {
    return [];
  }
}
