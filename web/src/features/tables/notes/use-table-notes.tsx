/** What is said of the rows on the screen beside their number: how many are invented, and how many are new. */
import { SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { type ReactNode, Suspense, useState } from 'react';
import { newRowsLine } from '../../../components/changed/new-rows-line.ts';
import type { LineNote } from '../../../components/data-grid/line-notes.tsx';
import { ALL_ARE_SAMPLES, HOW_TO_REMOVE, SampleDialog } from '../../../components/samples/sample-words.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { LAST_VISIT } from '../../../lib/last-visit.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { useNewCount } from '../changed/use-new-rows.ts';
import { useTableAnswer } from '../rows/use-table-rows.ts';
import { useSampleCount } from './use-sample-count.ts';

interface NotedTable {
  readonly name: TableName;
  /** The state as it is requested. */
  readonly requested: TableState;
  /** false: what to ask for is not settled. */
  readonly isReady: boolean;
  /** When the account was here before; null: not known. */
  readonly since: string | null;
  /** The new rows are shown alone. */
  readonly areNewAlone: boolean;
  readonly onFilter: (parameter: string, value: string) => void;
}

interface TableNotes {
  readonly notes: readonly LineNote[];
  readonly dialog: ReactNode;
}

export function useTableNotes({ name, requested, isReady, since, areNewAlone, onFilter }: NotedTable): TableNotes {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const answer = useTableAnswer(name, requested);
  const total = answer?.total ?? null;
  const samples = useSampleCount({ name, filters: requested.filters, isReady, answer });
  const news = useNewCount({
    name,
    filters: answer?.state.filters ?? requested.filters,
    total,
    since,
    isReady: isReady && answer !== undefined && answer.rows.length > 0,
  });
  const notes: LineNote[] = [];
  if (total !== null && samples !== null && samples > 0) {
    if (samples >= total) notes.push({ text: ALL_ARE_SAMPLES, action: HOW_TO_REMOVE, onAction: () => setDialogOpen(true) });
    else
      notes.push({
        text: `${formatCount(samples)} of ${formatCount(total)} rows are invented samples`,
        action: 'Hide them',
        onAction: () => onFilter(SAMPLE_FILTER, 'false'),
      });
  }
  if (since !== null && total !== null && !areNewAlone && news.count > 0 && news.areMany !== null)
    notes.push(
      newRowsLine({
        count: news.count,
        total,
        areMany: news.areMany,
        since,
        words: ['row', 'rows'],
        onShow: () => onFilter(UPDATED_AFTER, LAST_VISIT),
      }),
    );
  return {
    notes,
    dialog: isDialogOpen && (
      <Suspense>
        <SampleDialog onClose={() => setDialogOpen(false)} />
      </Suspense>
    ),
  };
}
