/** What `May` renders in a shared workspace. */
import { createElement, type ReactElement, type SyntheticEvent } from 'react';
import type { Needs } from '../../lib/workspace/needs.ts';
import { useMay } from '../../lib/workspace/use-may.ts';
import { LazyTooltip } from '../lazy-tooltip.tsx';

export interface MayProps {
  readonly needs: Needs;
  /** A button, or a link that looks like one. */
  readonly children: ReactElement<Readonly<Record<string, unknown>>>;
}

export function Refusable({ needs, children }: MayProps) {
  const reason = useMay(needs);
  if (reason === null) return children;
  // A link without an address, which nothing can open in another tab either; and the reason is the only tooltip.
  const { title: _, to, href, component, ...kept } = children.props;
  const asButton =
    to !== undefined || href !== undefined ? { component: 'button' } : component === undefined ? {} : { component };
  // A button that sends a form stays one: Enter in a field presses it, and then it refuses like any other press.
  const pressed = { ...kept, ...asButton, ...refused, ...('isDisabled' in kept ? { isDisabled: false } : {}) };
  return <LazyTooltip title={reason}>{createElement(children.type, pressed)}</LazyTooltip>;
}

/** The focus goes to the button, so that its reason is read. */
const refuse = (event: SyntheticEvent<HTMLElement>): void => {
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.focus();
};

const refused = {
  'aria-disabled': true,
  disabled: false,
  onClick: refuse,
  style: { opacity: 0.5, cursor: 'default' },
} as const;
