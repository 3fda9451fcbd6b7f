/**
 * Pages in separate chunks. The router keeps showing the old page until the new one has loaded; the count of
 * loading pages lets the frame show progress.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { create } from 'zustand';

export const usePagesOnTheirWay = create(() => 0);

/** A component loaded when it is first shown. */
export function lazyPage<Name extends string, Properties extends object = object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Properties>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Properties>> {
  return lazy(async () => {
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
}
