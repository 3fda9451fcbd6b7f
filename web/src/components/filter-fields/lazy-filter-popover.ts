import { lazyOverlay } from '../lazy-part.tsx';

export const LazyFilterPopover = lazyOverlay(
  async () => (await import('./filter-popover.tsx')).FilterPopover,
  ({ anchor }) => anchor !== null,
);
