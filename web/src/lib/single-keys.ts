/**
 * Whether single keys such as J or ? do something, as this browser keeps it. People who speak to their computer, and whose
 * words arrive as keys, switch them off. Ctrl+K leads to everything that they do.
 */
import { create } from 'zustand';

const STORAGE_KEY = 'leadloom-single-keys';
const OFF = 'off';

const useKept = create(() => ({ areOn: readKept() }));

export function useAreSingleKeysOn(): boolean {
  return useKept(({ areOn }) => areOn);
}

export function areSingleKeysOn(): boolean {
  return useKept.getState().areOn;
}

export function switchSingleKeys(areOn: boolean): void {
  useKept.setState({ areOn });
  try {
    if (areOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

function readKept(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return true;
  }
}
