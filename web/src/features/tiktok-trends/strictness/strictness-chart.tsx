/** Groups, large groups and the share left alone over eps. A drawing beside a table that says and does the same. */
import { useTheme } from '@mui/material/styles';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart } from '@mui/x-charts/LineChart';
import { formatCount } from '../../../lib/format-count.ts';
import { chartStyles } from '../chart/chart-styles.ts';
import { strictnessLooks } from '../chart/line-looks.ts';
import { formatShare } from '../list/format-share.ts';
import type { StrictnessPoint } from './strictness-point.ts';

interface StrictnessChartProps {
  readonly points: readonly StrictnessPoint[];
  readonly chosen: number;
  readonly onPick: (eps: number) => void;
}

const axisText = { fontSize: 12 } as const;
const countText = (value: number | null): string => (value === null ? '' : formatCount(value));
const shareText = (value: number | null): string => (value === null ? '' : formatShare(value));

export function StrictnessChart({ points, chosen, onPick }: StrictnessChartProps) {
  const { vars } = useTheme();
  const looks = strictnessLooks(vars);
  const isShown = points.some(({ dbscan_eps }) => dbscan_eps === chosen);
  return (
    <LineChart
      aria-hidden
      disableKeyboardNavigation
      skipAnimation
      hideLegend
      xAxis={[
        {
          id: 'eps',
          scaleType: 'point',
          data: points.map((point) => point.dbscan_eps),
          label: 'eps: strict on the left, loose on the right',
          labelStyle: axisText,
          tickLabelStyle: axisText,
        },
      ]}
      yAxis={[
        { id: 'groups', min: 0, width: 36, tickMinStep: 1, valueFormatter: countText, tickLabelStyle: axisText },
        { id: 'share', min: 0, max: 1, width: 44, position: 'right', valueFormatter: shareText, tickLabelStyle: axisText },
      ]}
      series={[
        {
          id: 'clusters',
          label: 'Groups',
          yAxisId: 'groups',
          data: points.map((point) => point.clusters),
          color: looks.clusters.color,
          curve: 'linear',
          shape: 'circle',
          valueFormatter: countText,
        },
        {
          id: 'large_clusters',
          label: 'Large groups',
          yAxisId: 'groups',
          data: points.map((point) => point.large_clusters),
          color: looks.large_clusters.color,
          curve: 'linear',
          shape: 'square',
          valueFormatter: countText,
        },
        {
          id: 'noise_share',
          label: 'Ungrouped',
          yAxisId: 'share',
          data: points.map((point) => point.noise_share),
          color: looks.noise_share.color,
          curve: 'linear',
          showMark: false,
          valueFormatter: shareText,
        },
      ]}
      grid={{ horizontal: true }}
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      onAxisClick={(_, clicked) => {
        const point = clicked === null ? undefined : points[clicked.dataIndex];
        if (point !== undefined) onPick(point.dbscan_eps);
      }}
      sx={{ ...chartStyles(vars, looks), cursor: 'pointer' }}
    >
      {isShown && <ChartsReferenceLine x={chosen} lineStyle={{ stroke: vars.palette.text.primary, strokeDasharray: '2 3' }} />}
    </LineChart>
  );
}
