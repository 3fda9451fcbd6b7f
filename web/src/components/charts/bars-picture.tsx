/** Bars of values, the columns of a histogram, or columns over time; stacked where there are two dimensions. */

import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarChart } from '@mui/x-charts/BarChart';
import { formatFigure, formatShortFigure } from '../../lib/charts/piece-words.ts';
import { axisStyles, blankColour, seriesColours } from './chart-looks.ts';
import { type PictureProps, pressedEntries } from './picture-props.ts';
import { rem } from './rem.ts';

/** Upright columns have room for so many short names. */
const UPRIGHT = { count: 12, characters: 10 } as const;

export function BarsPicture({ picture, measure, isCount, isSmall = false, onPress }: PictureProps) {
  const { vars, breakpoints } = useTheme();
  const isNarrow = useMediaQuery(breakpoints.down('sm'));
  const { axis, series, kind } = picture;
  const names = axis.map(({ text }) => text);
  const longest = Math.max(0, ...names.map(({ length }) => length));
  const isUpright =
    kind === 'columns' ||
    (!isSmall && !isNarrow && axis.length > 2 && axis.length <= UPRIGHT.count && longest <= UPRIGHT.characters);
  const unit = rem();
  const fontSize = unit * 0.75;
  const colours = seriesColours(vars);
  const isSingle = series.length === 1 && series[0]?.entry === null;
  const hasFigures =
    isSingle && !isSmall && axis.length <= (isNarrow && isUpright ? 0 : isUpright ? 24 : Number.POSITIVE_INFINITY);
  const band = {
    id: 'pieces',
    scaleType: 'band' as const,
    data: axis.map((_, index) => index),
    categoryGapRatio: kind === 'columns' ? 0.08 : 0.3,
    tickLabelStyle: { fontSize },
    tickPlacement: 'middle' as const,
    disableTicks: true,
    valueFormatter: (index: number, { location }: { readonly location: string }) => {
      const entry = axis[index];
      return (location === 'tooltip' || !isUpright ? entry?.text : entry?.shortText) ?? '';
    },
    ...(isSingle
      ? {
          colorMap: {
            type: 'ordinal' as const,
            values: axis.map((_, index) => index),
            colors: axis.map(({ piece }) => (piece === null ? blankColour(vars) : vars.palette.primary.main)),
          },
        }
      : {}),
  };
  const measured = {
    id: 'measure',
    ...(isCount ? { tickMinStep: 1 } : {}),
    valueFormatter: (value: number) => formatShortFigure(value),
    disableLine: true,
    disableTicks: true,
    tickLabelStyle: { fontSize },
    // Where each bar has its figure, an axis would say it again.
    ...(isSmall || (hasFigures && !isUpright) ? { position: 'none' as const } : {}),
    // The figure at the longest bar is within the drawing, too.
    ...(hasFigures
      ? {
          domainLimit: (least: { valueOf(): number }, most: { valueOf(): number }) => ({
            min: Math.min(0, Number(least)),
            max: Math.max(0, Number(most)) * (isUpright ? 1.08 : isNarrow ? 1.3 : 1.1),
          }),
        }
      : {}),
  };
  const nameWidth = Math.min(longest * fontSize * 0.58 + unit * 0.75, unit * (isNarrow || isSmall ? 7 : 14));
  const press = (axisIndex: number | undefined, seriesIndex: number) => {
    const entries = axisIndex === undefined ? null : pressedEntries(picture, axisIndex, seriesIndex);
    if (entries !== null) onPress?.(entries);
  };
  return (
    <BarChart
      aria-hidden
      disableKeyboardNavigation
      skipAnimation
      hideLegend
      layout={isUpright ? 'vertical' : 'horizontal'}
      borderRadius={kind === 'columns' ? 1 : 2}
      {...(isUpright
        ? {
            xAxis: [{ ...band, height: unit * 1.5, tickLabelMinGap: unit * 0.75, ...(isSmall ? { disableLine: true } : {}) }],
            yAxis: [{ ...measured, width: unit * 2.75 }],
            grid: isSmall ? {} : { horizontal: true },
            margin: { top: unit * (hasFigures ? 1.25 : 0.5), right: unit * (isSmall ? 0.25 : 1), bottom: 0, left: 0 },
          }
        : {
            yAxis: [{ ...band, width: nameWidth, disableLine: true, reverse: false }],
            xAxis: [{ ...measured, height: unit * 1.5 }],
            grid: isSmall || hasFigures ? {} : { vertical: true },
            margin: { top: 0, right: unit * (hasFigures ? 0 : 1), bottom: 0, left: 0 },
          })}
      series={series.map(({ entry, values }, index) => ({
        id: String(index),
        label: entry?.text ?? measure,
        data: values,
        color: entry?.piece === null ? blankColour(vars) : (colours[index] ?? vars.palette.text.secondary),
        valueFormatter: (value: number | null) => (value === null ? null : formatFigure(value)),
        ...(isSingle ? {} : { stack: 'all' }),
        ...(hasFigures
          ? {
              barLabel: ({ value }: { readonly value: number | null }) =>
                value === null || value === 0 ? null : figure(value, isUpright),
              barLabelPlacement: 'outside' as const,
            }
          : {}),
      }))}
      {...(onPress === undefined
        ? {}
        : isSingle
          ? { onAxisClick: (_: unknown, data: { readonly dataIndex: number } | null) => press(data?.dataIndex, 0) }
          : {
              onItemClick: (_: unknown, item: { readonly seriesId: string | number; readonly dataIndex?: number | undefined }) =>
                press(item.dataIndex, Number(item.seriesId)),
            })}
      sx={axisStyles(vars, onPress !== undefined)}
    />
  );
}

function figure(value: number, isUpright: boolean): string {
  return isUpright ? formatShortFigure(value) : formatFigure(value);
}
