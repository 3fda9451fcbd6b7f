/**
 * A button for something that the role or a right in the workspace may not allow. It stays where it is then, says why in its
 * tooltip and to screen readers, can be focused for that, and does nothing. Whoever works alone may do everything, and does
 * not load what decides it.
 */
import { cloneElement } from 'react';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { lazyPart } from '../lazy-part.tsx';
import type { MayProps } from './refusable.tsx';

const Refusable = lazyPart<MayProps>(
  async () => (await import('./refusable.tsx')).Refusable,
  ({ children }) => children,
);

/** What else it is given, as items of menus are, is the button's. */
export function May({ needs, children, ...passed }: MayProps) {
  const { isPersonal } = useWorkspace();
  const button = Object.keys(passed).length === 0 ? children : cloneElement(children, passed);
  return isPersonal ? button : <Refusable needs={needs}>{button}</Refusable>;
}
