import type { LineNote } from './line-notes.tsx';

export interface LayoutChoice {
  readonly onUse: () => void;
  readonly onDismiss: () => void;
}

/** Offers the layout "work" once, beside the number of rows. It stands until it is answered. */
export function layoutOffer({ onUse, onDismiss }: LayoutChoice): LineNote {
  return { text: 'More rows, and what matters first: use the work layout', action: 'Use it', onAction: onUse, onDismiss };
}
