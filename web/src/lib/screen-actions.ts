/** What can be done on the screen that is shown. Its parts register their actions; the palette offers them. */
import { useEffect, useId, useRef } from 'react';
import { create } from 'zustand';

export interface ScreenAction {
  readonly label: string;
  readonly run: () => void;
}

const useRegistered = create<ReadonlyMap<string, readonly ScreenAction[]>>(() => new Map());

/** Offers the actions while the calling component is shown. Empty: none at the moment. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const id = useId();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const labels = actions.map(({ label }) => label).join('\n');
  useEffect(() => {
    const offered = labels.split('\n').map((label, index) => ({ label, run: () => latest.current[index]?.run() }));
    if (labels !== '') useRegistered.setState((registered) => new Map(registered).set(id, offered), true);
    return () =>
      useRegistered.setState((registered) => {
        const rest = new Map(registered);
        rest.delete(id);
        return rest;
      }, true);
  }, [id, labels]);
}

/** Of all parts of the screen. */
export function useOfferedActions(): readonly ScreenAction[] {
  return [...useRegistered().values()].flat();
}
