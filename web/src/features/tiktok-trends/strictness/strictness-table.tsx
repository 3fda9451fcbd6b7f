/** The figures of the chart, and a button for each value: what the pointer picks in the chart, the keyboard picks here. */
import Box from '@mui/material/Box';
import { styled, useTheme } from '@mui/material/styles';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { strictnessLooks } from '../chart/line-looks.ts';
import { LineSample } from '../chart/line-sample.tsx';
import { formatShare } from '../list/format-share.ts';
import type { StrictnessPoint } from './strictness-point.ts';

interface StrictnessTableProps {
  readonly points: readonly StrictnessPoint[];
  readonly chosen: number;
  readonly onPick: (eps: number) => void;
}

export function StrictnessTable({ points, chosen, onPick }: StrictnessTableProps) {
  const looks = strictnessLooks(useTheme().vars);
  return (
    <Box role="region" aria-label="Values of eps compared" tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table>
        <caption style={visuallyHidden}>What each eps would find</caption>
        <thead>
          <tr>
            <th scope="col">Eps</th>
            <th scope="col">
              <LineSample look={looks.clusters} /> Groups
            </th>
            <th scope="col">
              <LineSample look={looks.large_clusters} /> Large groups
            </th>
            <th scope="col">
              <LineSample look={looks.noise_share} /> Ungrouped
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ dbscan_eps, clusters, large_clusters, noise_share }) => {
            const isChosen = dbscan_eps === chosen;
            return (
              <tr key={dbscan_eps} data-chosen={isChosen || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    aria-label={`Use eps ${dbscan_eps}`}
                    onClick={() => onPick(dbscan_eps)}
                  >
                    {dbscan_eps}
                  </button>
                </th>
                <td>{formatCount(clusters)}</td>
                <td>{formatCount(large_clusters)}</td>
                <td>{formatShare(noise_share)}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Box>
  );
}

const Table = styled('table')(({ theme: { vars } }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '0.0625rem 0.25rem', textAlign: 'end', fontWeight: 400, whiteSpace: 'nowrap' },
  '& thead th': { color: vars.palette.text.secondary, fontWeight: 560, paddingBlock: '0.375rem', verticalAlign: 'bottom' },
  '& thead svg': { display: 'block', marginInlineStart: 'auto' },
  '& th:first-of-type': { textAlign: 'start', paddingInlineStart: 0 },
  '& tbody tr': { borderTop: `1px solid ${vars.palette.divider}` },
  '& tbody tr[data-chosen]': {
    background: `color-mix(in srgb, ${vars.palette.primary.main} 9%, ${vars.palette.background.paper})`,
    '& td, & th': { fontWeight: 560 },
  },
  '& button': {
    minWidth: '3rem',
    minHeight: '1.625rem',
    padding: '0 0.25rem',
    border: 0,
    borderRadius: vars.shape.borderRadius,
    background: 'none',
    color: vars.palette.primary.main,
    font: 'inherit',
    textAlign: 'start',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
    cursor: 'pointer',
    '&:hover': { textDecorationColor: 'currentColor' },
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  },
}));
