import type { ReactNode } from 'react';

/** One filter of a line. */
export interface LineFilter {
  readonly key: string;
  readonly label: string;
  /** What is chosen, in short; null: nothing. */
  readonly value: string | null;
  /** What the chip reads in use; by default the label and what is chosen. */
  readonly text?: string | undefined;
  /** Why what is chosen cannot be answered; null: it can. */
  readonly problem?: string | null;
  readonly onClear: () => void;
  /** The field begins with a text: keys are kept for it while its code is on its way. */
  readonly isTyped?: boolean;
  /** The field has rows of fields, and takes the room that there is. */
  readonly isWide?: boolean;
  readonly field: ReactNode;
}
