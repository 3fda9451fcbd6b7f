/**
 * Whether single keys such as J or ? do something, as this browser keeps it. People who speak to their computer, and whose
 * words arrive as keys, switch them off. Ctrl+K leads to everything that they do.
 */
import { create } from 'zustand';

const STORAGE_KEY = 'leadloom-single-keys';
const OFF = 'off';

const useStored = create(() => ({ areOn: readStored() }));

export function useAreSingleKeysOn(): boolean {
  return useStored(({ areOn }) => areOn);
}

export function areSingleKeysOn(): boolean {
  return useStored.getState().areOn;
}

export function switchSingleKeys(areOn: boolean): void {
  useStored.setState({ areOn });
  try {
    if (areOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

function readStored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return true;
  }
}
