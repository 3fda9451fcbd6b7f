/** Rows as a picture, and its figures below it. Loaded when a chart is first shown. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Entry, figuresOf, pictureOf } from '../../lib/charts/chart-figures.ts';
import { filterByPiece } from '../../lib/charts/piece-filters.ts';
import { chartTitle, dimensionText, formatFigure, measureText } from '../../lib/charts/piece-words.ts';
import type { TableChart } from '../../lib/charts/table-chart.ts';
import { type SummarySource, useSummary } from '../../lib/charts/use-summary.ts';
import { noteUsedChart } from '../../lib/charts/used-chart.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { useAccountKey } from '../../lib/session/session.ts';
import { LoadFailure } from '../load-failure.tsx';
import { LoadingLine } from '../loading-line.tsx';
import { TableRows } from '../table-frame.tsx';
import { TextButton } from '../text-button.tsx';
import { ChartControls } from './chart-controls.tsx';
import { ChartFiles } from './chart-files.tsx';
import { DrawnPicture } from './drawn-picture.tsx';
import { FiguresTable } from './figures-table.tsx';

export interface ChartSectionProps {
  readonly definition: TableDefinition;
  readonly source: SummarySource;
  readonly chart: TableChart;
  /** The filters with the moment of `updated_after`. */
  readonly filters: TableFilters;
  /** false: what to ask for is not settled. */
  readonly isReady: boolean;
  /** The choice between rows and chart. */
  readonly choice: ReactNode;
  readonly onChart: (chart: TableChart) => void;
  /** @param narrow the filters that follow from those chosen last */
  readonly onNarrow: (narrow: (filters: TableFilters) => TableFilters) => void;
}

export function ChartSection(props: ChartSectionProps) {
  const { definition, source, chart, filters, isReady, choice, onChart, onNarrow } = props;
  const account = useAccountKey() ?? '';
  const { data, error, isFetching, isPlaceholderData, refetch } = useSummary({ source, filters, chart, isReady });
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => noteUsedChart(account, definition, chart), [account, definition, chart]);

  const shown = useMemo(() => {
    if (data === undefined) return null;
    const figures = figuresOf(definition, data.chart, data.summary);
    if (figures === null) return null;
    return {
      figures,
      picture: pictureOf(definition, figures),
      names: data.chart.by.map((by) => dimensionText(definition, by)),
      measure: measureText(definition, data.chart),
      by: data.chart.by,
      filters: data.filters,
    };
  }, [definition, data]);

  const narrowed = (from: TableFilters, entries: readonly Entry[], by: readonly string[]) =>
    entries.reduce<TableFilters | null>(
      (known, { piece }, index) => (known === null ? null : filterByPiece(definition, known, by[index] ?? '', piece)),
      from,
    );
  const canPress = (entries: readonly Entry[]) => shown !== null && narrowed(shown.filters, entries, shown.by) !== null;
  const onPress = (entries: readonly Entry[]) => {
    // A mark of the picture before belongs to another question.
    if (shown === null || isPlaceholderData || !canPress(entries)) return;
    onNarrow((latest) => narrowed(latest, entries, shown.by) ?? latest);
  };
  const title = data === undefined ? '' : chartTitle(definition, data.chart);
  const words = (count: number) => rowWords(definition.name, count);
  const { total = 0, other = 0 } = shown?.figures ?? {};
  const hasNumbers = data?.summary.data.some(({ value }) => value !== null) === true;
  const blank = shown?.picture.blank ?? null;
  const blankEntry = shown?.figures.entries[0]?.find(({ piece }) => piece === null);
  return (
    <TableRows aria-label="Chart" aria-busy={isFetching}>
      <Bar>
        <ChartControls definition={definition} chart={chart} onChange={onChart} />
        <span className="end">
          {shown !== null && total > 0 && (
            <ChartFiles
              figures={shown.figures}
              names={shown.names}
              measure={shown.measure}
              title={title}
              note={words(total)}
              frame={frame}
            />
          )}
          {choice}
        </span>
      </Bar>
      {isFetching && <LoadingLine label="Loading the chart" at="parent" />}
      <Body data-outdated={isPlaceholderData ? '' : undefined}>
        {error !== null && <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />}
        {error === null && data !== undefined && shown === null && <p>This chart is not available any more.</p>}
        {shown !== null && error === null && (
          <>
            <Facts role="status">
              {total === 0 && (definition.name === COLLECTED_PEOPLE ? 'Nobody matches' : 'No rows match')}
              {total > 0 && words(total)}
              {other > 0 && ` · ${words(other)} with other values`}
              {blank !== null && blankEntry !== undefined && (
                <>
                  {' · '}
                  <TextButton type="button" onClick={() => onPress([blankEntry])}>
                    {shown.figures.isCount ? words(blank) : formatFigure(blank)} without a value
                  </TextButton>
                </>
              )}
            </Facts>
            {total > 0 && !hasNumbers && (
              <p>None of {definition.name === COLLECTED_PEOPLE ? 'them' : 'these rows'} has a number there.</p>
            )}
            {total > 0 && hasNumbers && (
              <>
                <figure ref={frame} aria-label={title}>
                  <DrawnPicture
                    picture={shown.picture}
                    measure={shown.measure}
                    isCount={shown.figures.isCount}
                    onPress={onPress}
                  />
                </figure>
                <FiguresTable
                  caption={`${title}, as a table`}
                  figures={shown.figures}
                  names={shown.names}
                  measure={shown.measure}
                  other={words(other)}
                  canPress={canPress}
                  onPress={onPress}
                />
              </>
            )}
          </>
        )}
      </Body>
    </TableRows>
  );
}

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0.125rem 0.75rem',
  flex: 'none',
  minHeight: '2.5rem',
  padding: '0.125rem 0.75rem 0.125rem 24px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.paper,
  '& > .end': { display: 'flex', alignItems: 'center', gap: '0.25rem', marginInlineStart: 'auto' },
  // The choices and the files share two lines.
  [theme.breakpoints.down('sm')]: {
    paddingInlineStart: '16px',
    '& > .choices': { display: 'contents' },
    '& > .end > .MuiButton-root': { minWidth: '2.25rem', fontSize: 0, '& > span': { margin: 0 } },
  },
  '@media print': { display: 'none' },
}));

const Body = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  // What scrolls sideways would give way, and scroll downwards, too.
  gridAutoRows: 'max-content',
  gap: '1rem',
  padding: '0.75rem 24px 2rem',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.paper,
  fontSize: '0.875rem',
  // Lines of sight stay short on wide screens.
  '& > *': { maxWidth: '84rem' },
  '& figure': { margin: 0, minWidth: 0, transition: 'opacity 120ms' },
  '& p': { margin: 0 },
  '&[data-outdated] > *': { opacity: 0.5 },
  [theme.breakpoints.down('sm')]: { paddingInline: '16px' },
  '@media print': { overflow: 'visible', padding: 0 },
}));

const Facts = styled('p')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
