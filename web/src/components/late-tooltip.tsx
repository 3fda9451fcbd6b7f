/** A tooltip whose code is loaded once there is something to say. Until then the child is shown without it. */
import { lazy, type ReactElement, Suspense } from 'react';

const Tooltip = lazy(() => import('@mui/material/Tooltip'));

interface LateTooltipProps {
  /** Describes the child; empty: there is no tooltip. */
  readonly title: string;
  readonly placement?: 'right' | 'bottom';
  readonly children: ReactElement;
}

export function LateTooltip({ title, placement = 'bottom', children }: LateTooltipProps) {
  if (title === '') return children;
  return (
    <Suspense fallback={children}>
      <Tooltip title={title} placement={placement} describeChild>
        {children}
      </Tooltip>
    </Suspense>
  );
}
