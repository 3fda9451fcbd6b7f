/**
 * The keys of a combobox: while a text is typed the first match is marked, and Enter takes it. Enter in an empty field takes
 * only what was marked by arrow keys; otherwise the field is done.
 */
import type { AutocompleteHighlightChangeReason } from '@mui/material/useAutocomplete';
import { type KeyboardEvent, useContext, useEffect, useRef } from 'react';
import { BelowChip } from './use-list-open.ts';

interface ListKeysOptions {
  /** Empty as long as nobody has typed. */
  readonly typed: string;
  readonly isOpen: boolean;
  /** The text has no first match to take, or not yet: nothing is marked. */
  readonly isUnmarked?: boolean;
  /** Enter after a text, with nothing marked by arrow keys. @returns whether it was handled; otherwise the marked one is taken */
  readonly onEnter?: () => boolean;
}

type FieldKey = KeyboardEvent<HTMLDivElement> & { defaultMuiPrevented?: boolean | undefined };

/** How an autocomplete answers keys. */
export function useListKeys<Option = string>({ typed, isOpen, isUnmarked = false, onEnter = () => false }: ListKeysOptions) {
  const { isAlone, onDone } = useContext(BelowChip);
  const isMarkedByArrows = useRef(false);
  const isEmpty = typed.trim() === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another list
  useEffect(() => {
    isMarkedByArrows.current = false;
  }, [typed]);

  function stop(event: FieldKey): void {
    event.preventDefault();
    event.defaultMuiPrevented = true;
  }

  return {
    autoHighlight: !isEmpty && !isUnmarked,
    onHighlightChange: (_: unknown, option: Option | null, reason: AutocompleteHighlightChangeReason) => {
      isMarkedByArrows.current = reason === 'keyboard' && option !== null;
    },
    onKeyDown: (event: FieldKey): void => {
      if (event.nativeEvent.isComposing) return;
      // A key that is held down empties the text, and takes no values away.
      if (event.key === 'Backspace' && event.repeat && typed === '') stop(event);
      if (event.key !== 'Enter') return;
      const isMarked = isOpen && isMarkedByArrows.current;
      isMarkedByArrows.current = false;
      if (isMarked) return;
      if (!isEmpty && !onEnter()) return;
      stop(event);
      if (isEmpty && isAlone) onDone();
    },
  };
}
