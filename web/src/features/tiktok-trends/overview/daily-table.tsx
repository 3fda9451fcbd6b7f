/** The chart's figures as a collapsed table. */
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { formatCount } from '../../../lib/format-count.ts';
import { Disclosure } from '../disclosure.tsx';
import { formatUtcDay } from '../utc-day.ts';
import type { DailyLines } from './daily-lines.ts';

interface DailyTableProps extends DailyLines {
  readonly names: readonly string[];
}

export function DailyTable({ days, lines, names }: DailyTableProps) {
  return (
    <Disclosure summary="Show as a table">
      <Box
        role="region"
        aria-label="Videos per day, as a table"
        tabIndex={0}
        sx={{ mt: 1, maxHeight: '24rem', overflow: 'auto' }}
      >
        <Table>
          <caption>Videos per day of the largest trends</caption>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              {lines.map(({ trend }, index) => (
                <th key={trend.trend_id} scope="col">
                  {names[index]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, index) => (
                <tr key={day}>
                  <th scope="row">{formatUtcDay(day)}</th>
                  {lines.map(({ trend, counts }) => (
                    <td key={trend.trend_id}>{formatCount(counts[index] ?? 0)}</td>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </Table>
      </Box>
    </Disclosure>
  );
}

const Table = styled('table')(({ theme: { vars } }) => ({
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& caption': { textAlign: 'start', paddingBottom: '0.5rem', color: vars.palette.text.secondary },
  '& th, & td': { padding: '0.25rem 1rem 0.25rem 0', textAlign: 'end', fontWeight: 400, unicodeBidi: 'isolate' },
  '& thead th': { fontWeight: 560, verticalAlign: 'bottom', overflowWrap: 'anywhere', minWidth: '6rem' },
  '& th:first-of-type': { textAlign: 'start', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: `1px solid ${vars.palette.divider}` },
}));
