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
  return <LazyTooltip title={reason}>{createElement(children.type, { ...kept, ...asButton, ...refused })}</LazyTooltip>;
}

const refuse = (event: SyntheticEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

const refused = {
  'aria-disabled': true,
  disabled: false,
  type: 'button',
  onClick: refuse,
  style: { opacity: 0.5, cursor: 'default' },
} as const;
