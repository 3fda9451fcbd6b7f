import type { FocusEvent } from 'react';

/**
 * For `onFocus` of the frame: in a line that scrolls sideways, marked by `data-line`, what got the focus by a key is brought
 * to the middle. Browsers leave a thing where it is if a small part of it can be seen. A press does not scroll, because its
 * target would move.
 */
export function showInLine({ target }: FocusEvent): void {
  const line = target.closest('[data-line]');
  if (line === null || line === target || !target.matches(':focus-visible')) return;
  const [outer, inner] = [line.getBoundingClientRect(), target.getBoundingClientRect()];
  line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
