import type { FocusEvent } from 'react';

/**
 * For `onFocus` of a line that scrolls sideways: what got the focus by a key is brought to the middle of the line. Browsers
 * leave a thing where it is if a small part of it can be seen. A press does not scroll, because its target would move.
 */
export function showInLine({ currentTarget: line, target }: FocusEvent<HTMLElement>): void {
  if (target === line || !target.matches(':focus-visible')) return;
  const [outer, inner] = [line.getBoundingClientRect(), target.getBoundingClientRect()];
  line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
