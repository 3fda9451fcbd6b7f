/** Whether the list of a combobox is open. */
import { createContext, useContext, useState } from 'react';

/** The field stands alone below its chip: pressing the chip opened the list, too, and it stays open until the field is left. */
export const IsAloneBelowChip = createContext(false);

/** For an autocomplete. @param isBegun the list was asked for before the field was there */
export function useListOpen(isBegun = false) {
  const isAlone = useContext(IsAloneBelowChip);
  const [open, setOpen] = useState(isBegun || isAlone);
  return {
    open,
    onOpen: () => setOpen(true),
    onClose: (_: unknown, reason: string) => {
      // Otherwise a press on the field would close what the chip opened.
      if (!isAlone || reason !== 'toggleInput') setOpen(false);
    },
  };
}
