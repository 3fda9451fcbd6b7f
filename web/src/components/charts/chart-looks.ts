/** The colours of charts of tables, and their quiet axes. */
import type { Theme } from '@mui/material/styles';
import { barClasses } from '@mui/x-charts/BarChart';
import { axisClasses } from '@mui/x-charts/ChartsAxis';
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid';

/** Of the parts of a stack, or of lines: dyed threads, each again lighter. The last is for rows without a value. */
export function seriesColours({ palette }: Theme['vars']): readonly string[] {
  const threads = [palette.primary.main, palette.secondary.light, palette.info.main];
  return [...threads, ...threads.map((colour) => mixed(colour, palette.background.paper, 50)), palette.text.secondary];
}

/** Rows without a value are no value among others. */
export function blankColour({ palette }: Theme['vars']): string {
  return mixed(palette.text.secondary, palette.background.paper, 45);
}

/** @param share of the first colour, in percent */
export function mixed(colour: string, ground: string, share: number): string {
  return `color-mix(in srgb, ${colour} ${share}%, ${ground})`;
}

export function axisStyles({ palette }: Theme['vars'], isPressed: boolean) {
  // The class is named twice, because the charts' own rules may come later in the page.
  return {
    [`&& .${axisClasses.line}, && .${axisClasses.tick}`]: { stroke: palette.divider },
    [`&& .${axisClasses.tickLabel}, && .${axisClasses.label}`]: { fill: palette.text.secondary },
    [`&& .${chartsGridClasses.line}`]: { stroke: palette.divider },
    [`&& .${barClasses.label}`]: { fill: palette.text.primary, fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' },
    ...(isPressed ? { '& svg': { cursor: 'pointer' } } : {}),
    // Where the system forces its own colours, marks keep theirs: nothing else tells them apart as fast.
    forcedColorAdjust: 'none',
  };
}
