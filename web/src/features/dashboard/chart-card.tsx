/** One pinned chart, small. Its name leads to the same chart of its table; a failure stays within the card. */
import type { PinnedChart } from '@leadloom/shared/contract/table-views';
import { readFilters, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { DrawnPicture } from '../../components/charts/drawn-picture.tsx';
import { momentOf, readChanged } from '../../lib/changed/changed-choice.ts';
import { figuresOf, type Picture, pictureOf } from '../../lib/charts/chart-figures.ts';
import { chartTitle, measureText } from '../../lib/charts/piece-words.ts';
import { chartOfView, type TableChart } from '../../lib/charts/table-chart.ts';
import { tableSummaries, useSummary } from '../../lib/charts/use-summary.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { viewPath } from '../../lib/use-view-names.ts';

const noChart: TableChart = { by: [], measure: 'count' };
/** A card has room for so many bars. */
const SHOWN_BARS = 6;

export function ChartCard({ pinned }: { readonly pinned: PinnedChart }) {
  const textId = useId();
  const definition = tableByName(pinned.table);
  const [now] = useState(() => new Date());
  const chart = useMemo(() => chartOfView(definition, pinned.chart), [definition, pinned.chart]);
  const isWhole = chart !== null && chart.by.length === pinned.chart.by.length;
  const filters = useMemo(() => requestedFilters(pinned, now), [pinned, now]);
  const isReady = isWhole && filters !== null;
  const summary = useSummary({
    source: tableSummaries(pinned.table),
    filters: filters ?? {},
    chart: chart ?? noChart,
    isReady,
  });
  const { isFetching, refetch } = summary;
  // What is not asked for may be the question of another card, which has its answer there.
  const { data, error } = isReady ? summary : { data: undefined, error: null };
  const drawn = useMemo(() => {
    const figures = data === undefined ? null : figuresOf(definition, data.chart, data.summary);
    if (data === undefined || figures === null) return null;
    return { figures, picture: inSmall(pictureOf(definition, figures)), measure: measureText(definition, data.chart) };
  }, [definition, data]);
  return (
    <Frame aria-busy={isFetching}>
      <Typography variant="h3" noWrap>
        <CoveringLink to={viewPath(pinned)} aria-describedby={textId}>
          {pinned.name}
        </CoveringLink>
      </Typography>
      <Typography id={textId} variant="body2" noWrap sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {chart === null ? definition.title : chartTitle(definition, chart)}
        {drawn !== null && ` · ${formatRows(drawn.figures.total)}`}
      </Typography>
      <Box sx={{ mt: 1, minHeight: '10rem' }}>
        {!isWhole && <Note>This chart is not available any more.</Note>}
        {filters === null && <Note>Open it to see what changed since your last visit.</Note>}
        {error !== null && (
          <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
            <Note>{error.message}</Note>
            <Button
              size="small"
              variant="outlined"
              disabled={isFetching}
              onClick={() => void refetch()}
              sx={{ position: 'relative', zIndex: 2 }}
            >
              Try again
            </Button>
          </Box>
        )}
        {error === null && drawn !== null && drawn.figures.total === 0 && <Note>No rows match</Note>}
        {error === null && drawn !== null && drawn.figures.total > 0 && (
          <DrawnPicture picture={drawn.picture} measure={drawn.measure} isCount={drawn.figures.isCount} isSmall />
        )}
      </Box>
    </Frame>
  );
}

function inSmall(picture: Picture): Picture {
  if (picture.kind !== 'bars') return picture;
  const series = picture.series.map((one) => ({ ...one, values: one.values.slice(0, SHOWN_BARS) }));
  return { ...picture, axis: picture.axis.slice(0, SHOWN_BARS), series };
}

/** null: they say "since the last visit", which the table alone knows. */
function requestedFilters({ table, filters }: PinnedChart, now: Date): TableFilters | null {
  const own = readFilters(tableByName(table), filters);
  const changed = readChanged(filters[UPDATED_AFTER]);
  if (changed === null) return own;
  const moment = momentOf(changed, { now, since: null });
  return moment === null ? null : { ...own, [UPDATED_AFTER]: moment };
}

const Note = styled('p')(({ theme }) => ({ margin: 0, fontSize: '0.875rem', color: theme.vars.palette.text.secondary }));

const Frame = styled(Card)(({ theme }) => ({
  position: 'relative',
  height: '100%',
  padding: '0.875rem 1rem',
  boxShadow: 'inset 3px 0 0 transparent',
  transition: 'box-shadow 120ms',
  '&:hover, &:focus-within': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.secondary.light}` },
  '&:has(a:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  // The picture says nothing by itself: a press anywhere leads to its rows.
  '& svg': { pointerEvents: 'none' },
}));

const CoveringLink = styled(Link)({
  color: 'inherit',
  textDecoration: 'none',
  outline: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, zIndex: 1 },
});
