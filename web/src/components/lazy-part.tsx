/**
 * Menus, popovers and dialogs take more code than the screens that open them, and a visit opens few of them. Here they
 * are loaded when they are first shown. Where one cannot be loaded, the screen stays as it is, with what was typed into it.
 */
import type { PopoverProps } from '@mui/material/Popover';
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { logProblem } from '../lib/log.ts';
import { showSnackbar } from '../lib/snackbar/snackbar-store.ts';
import { keepTyping, stopTyping } from '../lib/type-ahead.ts';
import { OPENING } from '../lib/use-shortcuts.ts';

const FAILED = 'This could not be loaded. Reload the page, and try again.';

let isEarly = false;

/** Has the parts defined from now on loaded at once, so that tests need not wait for each of them. */
export function loadPartsEarly(): void {
  isEarly = true;
}

/** Code that can be loaded before it is shown. */
export interface Preloadable {
  /** Rejects where it cannot be loaded. */
  readonly preload: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

/**
 * A hook that answers a component once it is loaded, and null until then. It is loaded when `need` is first not 0, and
 * asked for again when that changes. A component that was loaded before is there at once.
 */
export function lazyLoader<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
): ((need: number) => ComponentType<Properties> | null) & Preloadable & { readonly hasFailed: () => boolean } {
  let loaded: ComponentType<Properties> | null = null;
  let isFailed = false;
  const ready = async (): Promise<void> => {
    loaded ??= await load();
  };
  // A failure is told when the part is shown, which loads it again.
  if (isEarly) ready().catch(() => undefined);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  function useLazy(need: number): ComponentType<Properties> | null {
    const [Part, setPart] = useState(() => loaded);
    const [, setFailed] = useState(false);
    useEffect(() => {
      if (Part !== null || need === 0) return;
      ready().then(
        () => setPart(() => loaded),
        (cause: unknown) => {
          reportFailedPart(cause);
          isFailed = true;
          setFailed(true);
        },
      );
    }, [Part, need]);
    return Part;
  }
  return Object.assign(useLazy, { preload: ready, isLoaded: () => loaded !== null, hasFailed: () => isFailed });
}

export function reportFailedPart(cause: unknown): void {
  logProblem('A part of the screen could not be loaded.', cause);
  stopTyping();
  showSnackbar('error', FAILED);
}

/**
 * A component that is loaded when it is first rendered.
 * @param instead what is shown until then; by default nothing
 */
export function lazyPart<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
  instead: (properties: Properties) => ReactNode = () => null,
): FunctionComponent<Properties> & Preloadable {
  const useLazy = lazyLoader(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  function LazyPart(properties: Properties): ReactNode {
    const Part = useLazy(1);
    return Part === null ? instead(properties) : <Part {...properties} />;
  }
  return Object.assign(LazyPart, { preload: useLazy.preload, isLoaded: useLazy.isLoaded });
}

/**
 * Like `lazyPart`, for what is rendered while it is closed, too: it is loaded when it is first opened. Until it is there it
 * counts as open for the keys of the screen, and what is typed waits for it.
 */
export function lazyOverlay<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
  isOpen: (properties: Properties) => boolean,
): FunctionComponent<Properties> & Preloadable {
  const useLazy = lazyLoader(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  function Part(properties: Properties): ReactNode {
    const Loaded = useLazy(1);
    if (Loaded !== null) return <Loaded {...properties} />;
    return isOpen(properties) && !useLazy.hasFailed() ? <TypingBuffer /> : null;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  function LazyOverlay(properties: Properties): ReactNode {
    const isOpenNow = isOpen(properties);
    const [hasOpened, setOpened] = useState(isOpenNow);
    if (isOpenNow && !hasOpened) setOpened(true);
    return hasOpened ? <Part {...properties} /> : null;
  }
  return Object.assign(LazyOverlay, { preload: useLazy.preload, isLoaded: useLazy.isLoaded });
}

/** A dialog that is rendered only while it is open. */
export function lazyDialog<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
): FunctionComponent<Properties> & Preloadable {
  return lazyOverlay(load, () => true);
}

const isOpened = ({ open }: { readonly open: boolean }): boolean => open;

export const LazyPopover = lazyOverlay<PopoverProps>(async () => (await import('@mui/material/Popover')).default, isOpened);

/** Stands for what was requested and takes keys, while it is being loaded, and keeps the keys that are pressed meanwhile for it. */
export function TypingBuffer() {
  useLayoutEffect(() => keepTyping(), []);
  return <span hidden {...{ [OPENING]: '' }} />;
}
