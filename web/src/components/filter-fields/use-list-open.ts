/** Whether the list of a combobox is open, and what a field knows of the chip that opened it. */
import { createContext, useContext, useState } from 'react';

interface Chip {
  /** The field stands alone: pressing the chip opened the list, too, and it stays open until the field is left. */
  readonly isAlone: boolean;
  /** What was typed before the code of the field was there. */
  readonly begun: string;
  /** Closes the field. */
  readonly onDone: () => void;
}

export const BelowChip = createContext<Chip>({ isAlone: false, begun: '', onDone: () => undefined });

interface ListOpenOptions {
  /** The list was asked for before the field was there. */
  readonly isBegun?: boolean;
  /** Several values are chosen one after another: a choice does not close the list. */
  readonly isMultiple?: boolean;
}

/** Whether the list of an autocomplete is open. */
export function useListOpen({ isBegun = false, isMultiple = false }: ListOpenOptions = {}) {
  const { isAlone } = useContext(BelowChip);
  const [open, setOpen] = useState(isBegun || isAlone);
  return {
    open,
    onOpen: () => setOpen(true),
    onClose: (_: unknown, reason: string) => {
      if (isMultiple && CHOICES.has(reason)) return;
      // Otherwise a press on the field would close what the chip opened.
      if (!isAlone || reason !== 'toggleInput') setOpen(false);
    },
  };
}

const CHOICES: ReadonlySet<string> = new Set(['selectOption', 'removeOption', 'createOption']);
