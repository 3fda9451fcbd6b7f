/** A tooltip whose code is loaded once there is something to say. Until then, the child is shown without it. */
import type { TooltipProps } from '@mui/material/Tooltip';
import type { ReactElement } from 'react';
import { lazyPart } from './lazy-part.tsx';

const Tooltip = lazyPart<TooltipProps>(
  async () => (await import('@mui/material/Tooltip')).default,
  ({ children }) => children,
);

interface LazyTooltipProps {
  /** Describes the child; empty: there is no tooltip. */
  readonly title: string;
  readonly placement?: 'right' | 'bottom';
  readonly children: ReactElement;
}

export function LazyTooltip({ title, placement = 'bottom', children }: LazyTooltipProps) {
  if (title === '') return children;
  return (
    <Tooltip title={title} placement={placement} describeChild>
      {children}
    </Tooltip>
  );
}
