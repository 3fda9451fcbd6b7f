import { lateOverlay } from '../late-part.tsx';

export const LateFilterPopover = lateOverlay(
  async () => (await import('./filter-popover.tsx')).FilterPopover,
  ({ anchor }) => anchor !== null,
);
