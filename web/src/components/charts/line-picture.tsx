/** A measure that cannot be added up, such as an average, over time or along numbers: one line, or several. */
import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { formatFigure, formatShortFigure } from '../../lib/charts/piece-words.ts';
import { axisStyles, blankColour, seriesColours } from './chart-looks.ts';
import { type PictureProps, pressedEntries } from './picture-props.ts';
import { rem } from './rem.ts';

export function LinePicture({ picture, measure, isSmall = false, onPress }: PictureProps) {
  const { vars } = useTheme();
  const { axis, series } = picture;
  const unit = rem();
  const fontSize = unit * 0.75;
  const colours = seriesColours(vars);
  return (
    <LineChart
      aria-hidden
      disableKeyboardNavigation
      skipAnimation
      hideLegend
      xAxis={[
        {
          id: 'pieces',
          scaleType: 'band',
          data: axis.map((_, index) => index),
          height: unit * 1.5,
          tickLabelMinGap: unit * 0.75,
          tickLabelStyle: { fontSize },
          disableTicks: true,
          valueFormatter: (index: number, { location }) =>
            (location === 'tooltip' ? axis[index]?.text : axis[index]?.shortText) ?? '',
        },
      ]}
      yAxis={[
        {
          id: 'measure',
          width: unit * 2.75,
          valueFormatter: (value: number) => formatShortFigure(value),
          disableLine: true,
          disableTicks: true,
          tickLabelStyle: { fontSize },
          ...(isSmall ? { position: 'none' as const } : {}),
        },
      ]}
      series={series.map(({ entry, values }, index) => ({
        id: String(index),
        label: entry?.text ?? measure,
        data: [...values],
        color: entry?.piece === null ? blankColour(vars) : (colours[index] ?? vars.palette.text.secondary),
        curve: 'linear' as const,
        // A value between two gaps has no line to be seen by.
        showMark: !isSmall && axis.length <= 62,
        shape: 'circle' as const,
        valueFormatter: (value: number | null) => (value === null ? null : formatFigure(value)),
      }))}
      grid={isSmall ? {} : { horizontal: true }}
      margin={{ top: unit * 0.5, right: unit, bottom: 0, left: isSmall ? unit * 0.5 : 0 }}
      {...(onPress === undefined
        ? {}
        : series.length === 1
          ? {
              onAxisClick: (_: unknown, data: { readonly dataIndex: number } | null) => {
                const entries = data === null ? null : pressedEntries(picture, data.dataIndex, 0);
                if (entries !== null) onPress(entries);
              },
            }
          : {
              onMarkClick: (_: unknown, { seriesId, dataIndex }) => {
                const entries = dataIndex === undefined ? null : pressedEntries(picture, dataIndex, Number(seriesId));
                if (entries !== null) onPress(entries);
              },
            })}
      sx={axisStyles(vars, onPress !== undefined)}
    />
  );
}
