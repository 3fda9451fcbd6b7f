/**
 * Pages in separate chunks. The router keeps showing the old page until the new one has loaded; the count of
 * loading pages lets the frame show progress.
 */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactElement } from 'react';
import { create } from 'zustand';

export const usePagesOnTheirWay = create(() => 0);

/** How each page is loaded, by its component. */
const loads = new WeakMap<object, () => Promise<unknown>>();

/** A component loaded when it is first shown. */
export function lazyPage<Name extends string, Properties extends object = object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Properties>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Properties>> {
  const page = lazy(async () => {
    // React calls this while rendering, when no other component may be updated.
    await Promise.resolve();
    usePagesOnTheirWay.setState((count) => count + 1);
    try {
      const loaded = await load();
      return { default: loaded[name] };
    } finally {
      usePagesOnTheirWay.setState((count) => count - 1);
    }
  });
  loads.set(page, load);
  return page;
}

/** Loads the code of a page that is about to be shown. A failure is told when it is shown, which loads it again. */
export function loadPage({ type }: ReactElement): void {
  const load = typeof type === 'string' ? undefined : loads.get(type);
  load?.().catch(() => undefined);
}
