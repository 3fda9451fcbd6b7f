/**
 * A button for something that the role or a right in the workspace may not allow. It stays where it is then, says why in its
 * tooltip and to screen readers, can be focused for that, and does nothing.
 */
import type { workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';
import { cloneElement, createElement, type ReactElement, type SyntheticEvent } from 'react';
import { useMay } from '../../lib/workspace/use-workspace.ts';
import { LazyTooltip } from '../lazy-tooltip.tsx';

/** What calls need, for screens that need not load their endpoints. A test compares them with the contract. */
export const changing = { access: 'session', method: 'POST' } as const;
export const exporting = { ...changing, right: 'export' } as const;
export const collecting = { ...changing, right: 'collect' } as const;
export const connecting = { ...changing, right: 'connect' } as const;
export const paying = { ...changing, role: 'owner' } as const;

export interface MayProps {
  /** The endpoint that is called in the end, or what it needs. */
  readonly needs: Parameters<typeof workspaceNeedOf>[0];
  /** A button, or a link that looks like one. */
  readonly children: ReactElement<Readonly<Record<string, unknown>>>;
}

/** What else it is given, as items of menus are, is the button's. */
export function May({ needs, children, ...passed }: MayProps) {
  const reason = useMay(needs);
  if (reason === null) return Object.keys(passed).length === 0 ? children : cloneElement(children, passed);
  // A link without an address, which nothing can open in another tab either; and the reason is the only tooltip.
  const properties: Readonly<Record<string, unknown>> = { ...children.props, ...passed };
  const { title: _, to, href, component, ...kept } = properties;
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
