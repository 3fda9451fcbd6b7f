/** Text that is pasted onto a screen, and not into a field or a dialog. */
import { useEffect, useRef } from 'react';
import { A_MODAL } from './use-shortcuts.ts';

const TAKES_TEXT = [
  'input:not([type="checkbox"], [type="radio"], [type="button"])',
  'textarea',
  '[contenteditable]:not([contenteditable="false"])',
].join(', ');

export function usePaste(onPaste: (text: string) => void): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    function onPasted(event: ClipboardEvent): void {
      const isInField = event.target instanceof Element && event.target.closest(TAKES_TEXT) !== null;
      if (event.defaultPrevented || isInField || document.querySelector(A_MODAL) !== null) return;
      const text = event.clipboardData?.getData('text') ?? '';
      if (text.trim() !== '') latest.current(text);
    }
    document.addEventListener('paste', onPasted);
    return () => document.removeEventListener('paste', onPasted);
  }, []);
}
