/** What can be done on the screen that is shown. Its parts register their actions; the palette and keys offer them. */
import { useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Shortcut } from './shortcuts.ts';
import type { Needs } from './workspace/needs.ts';

export interface ScreenAction {
  readonly label: string;
  readonly shortcut?: Shortcut;
  /** Its key does this, not another action that has the same key. */
  readonly isInstead?: boolean;
  /** Decides at the press; absent: the action can be done as long as it is registered. */
  readonly canRun?: () => boolean;
  /** What the role and rights in the workspace must allow; absent: nothing. */
  readonly needs?: Needs;
  readonly run: () => void;
}

const useRegistered = create<ReadonlyMap<string, readonly ScreenAction[]>>(() => new Map());

/** Offers the actions while the calling component is shown. Empty: none at the moment. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const id = useId();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const labels = actions.map(({ label }) => label).join('\n');
  useLayoutEffect(() => {
    const offered = latest.current.map((action, index) => ({
      ...action,
      run: () => latest.current[index]?.run(),
      canRun: () => latest.current[index]?.canRun?.() !== false,
    }));
    if (labels !== '') useRegistered.setState((registered) => new Map(registered).set(id, offered), true);
    return () =>
      useRegistered.setState((registered) => {
        const rest = new Map(registered);
        rest.delete(id);
        return rest;
      }, true);
  }, [id, labels]);
}

/** The action of a key, if the screen has it. */
export function actionOf(isMeant: (shortcut: Shortcut) => boolean): ScreenAction | undefined {
  const all = [...useRegistered.getState().values()].flat().filter(canRunNow);
  const meant = all.filter(({ shortcut }) => shortcut !== undefined && isMeant(shortcut));
  return meant.find(({ isInstead }) => isInstead === true) ?? meant[0];
}

/** The actions of all parts of the screen that can be done now. */
export function useOfferedActions(): readonly ScreenAction[] {
  return [...useRegistered().values()].flat().filter(canRunNow);
}

let isRefused = (_: Needs): boolean => false;

/** Offers no action that the workspace refuses. Called in shared workspaces, once that is loaded; in others nothing is refused. */
export function refuseActions(refuses: (needs: Needs) => boolean): void {
  isRefused = refuses;
}

function canRunNow({ canRun, needs }: ScreenAction): boolean {
  return canRun?.() !== false && (needs === undefined || !isRefused(needs));
}
