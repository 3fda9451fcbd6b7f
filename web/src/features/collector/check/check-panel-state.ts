/**
 * Whether the panel of the check is shown on the collector's screen. The state is apart from the check itself, which is
 * loaded with the panel.
 */
import { createStore } from 'zustand/vanilla';
import { onAccountChange } from '../../../lib/session/session.ts';

export const CHECK_TITLE = 'Check how LinkedIn answers';

interface CheckPanelState {
  readonly isOpen: boolean;
  /** Grows with every press that asks for the panel, which takes the focus then. */
  readonly openings: number;
}

const closed: CheckPanelState = { isOpen: false, openings: 0 };
export const checkPanel = createStore<CheckPanelState>(() => closed);

onAccountChange(() => checkPanel.setState(closed, true));

export function openCheckPanel(): void {
  checkPanel.setState(({ openings }) => ({ isOpen: true, openings: openings + 1 }));
}

export function closeCheckPanel(): void {
  checkPanel.setState({ isOpen: false });
}
