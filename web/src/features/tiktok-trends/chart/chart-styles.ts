import type { Theme } from '@mui/material/styles';
import { axisClasses } from '@mui/x-charts/ChartsAxis';
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid';
import { lineClasses } from '@mui/x-charts/LineChart';
import type { LineLook } from './line-looks.ts';

/** Quiet axes in the theme's colours, so that the lines are what is seen. */
export function chartStyles({ palette }: Theme['vars'], looks: Readonly<Record<string, LineLook>>) {
  const dashes = Object.entries(looks).map(([series, look]) => [
    `&& .${lineClasses.line}[data-series="${series}"]`,
    { strokeDasharray: look.dashes },
  ]);
  // The class is named twice, because the charts' own rules may come later in the page.
  return {
    [`&& .${axisClasses.line}, && .${axisClasses.tick}`]: { stroke: palette.divider },
    [`&& .${axisClasses.tickLabel}, && .${axisClasses.label}`]: { fill: palette.text.secondary },
    [`&& .${chartsGridClasses.line}`]: { stroke: palette.divider },
    ...Object.fromEntries(dashes),
    // Where the system forces its own colours, lines keep theirs: nothing else tells them apart as fast.
    forcedColorAdjust: 'none',
  };
}
