/** Short messages at the edge of the screen. Any code may show one; the signed-in layout renders them. */
import type { To } from 'react-router-dom';
import { create } from 'zustand';

export type SnackbarSeverity = 'error' | 'info' | 'success';

/** Something that is done, or a screen that is opened. */
export type SnackbarAction = { readonly label: string } & (
  | { readonly run: () => void }
  | { readonly to: To; readonly state?: object }
);

export interface SnackbarMessage {
  readonly id: number;
  readonly severity: SnackbarSeverity;
  readonly text: string;
  /** What can be done about it while it is shown, such as taking it back. */
  readonly actions: readonly SnackbarAction[];
}

/** Older messages leave when more than this many are waiting to be read. */
const SNACKBAR_LIMIT = 3;

let nextId = 1;
export const useSnackbarStore = create<{ readonly messages: readonly SnackbarMessage[] }>(() => ({ messages: [] }));

export function showSnackbar(severity: SnackbarSeverity, text: string, ...actions: readonly SnackbarAction[]): void {
  const message = { id: nextId, severity, text, actions };
  nextId += 1;
  useSnackbarStore.setState(({ messages }) => ({
    // The same sentence twice is one message, read once more.
    messages: [...messages.filter((other) => other.text !== text), message].slice(-SNACKBAR_LIMIT),
  }));
}

export function dismissSnackbar(id: number): void {
  useSnackbarStore.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }));
}

export function dismissAllSnackbars(): void {
  useSnackbarStore.setState({ messages: [] });
}
