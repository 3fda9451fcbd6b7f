/** Charts are large and only some screens have them, so each is loaded separately. One that fails to load breaks nothing else. */
import Box from '@mui/material/Box';
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { logProblem } from '../../../lib/log.ts';

/** @returns the component; a message in its place if its script cannot be loaded */
export function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Chart = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      logProblem('A chart could not be loaded.', error);
      return { default: ChartMissing };
    }
  });
  return (props) => createElement(Chart, props);
}

interface ChartPlaceProps {
  /** The height in rem, known beforehand so that nothing moves when the chart arrives. */
  readonly height: number;
  readonly children: ReactNode;
}

export function ChartFrame({ height, children }: ChartPlaceProps) {
  return (
    <Box sx={{ height: `${height}rem`, minWidth: 0, position: 'relative' }}>
      <Suspense>{children}</Suspense>
    </Box>
  );
}

function ChartMissing() {
  return <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>The chart could not be loaded.</Box>;
}
