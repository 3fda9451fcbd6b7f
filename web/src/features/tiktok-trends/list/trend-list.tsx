/** The cards, arranged and selected; a screenful at a time, because an account may have thousands. */
import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format-count.ts';
import { Overview } from '../overview/overview.tsx';
import { arrangeTrends, type TrendOrder } from './arrange-trends.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { TrendCard } from './trend-card.tsx';
import { trendAnchor } from './trend-name.ts';
import { TrendsBar } from './trends-bar.tsx';
import { useTrendChanges } from './use-trend-changes.ts';

const AT_ONCE = 20;
const none: ReadonlySet<string> = new Set();

interface TrendListProps {
  /** One or more. */
  readonly trends: readonly Trend[];
  readonly isHiddenShown: boolean;
  readonly onHiddenShown: (isShown: boolean) => void;
  readonly isRunning: boolean;
}

export function TrendList({ trends, isHiddenShown, onHiddenShown, isRunning }: TrendListProps) {
  const [order, setOrder] = useState<TrendOrder>('rising');
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(AT_ONCE);
  const [chosen, setChosen] = useState(none);
  const [isMerging, setMerging] = useState(false);
  const [targetId, setTargetId] = useState<string | null>(null);
  const cards = useRef<HTMLDivElement>(null);
  const { change, merge } = useTrendChanges();
  const searched = useDeferredValue(search);
  const arranged = useMemo(() => arrangeTrends(trends, order, searched), [trends, order, searched]);
  // Removed trends are no longer selected.
  const selected = trends.filter(({ trend_id }) => chosen.has(trend_id));
  const rest = arranged.length - limit;

  const select = useCallback((trendId: string, isSelected: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      if (isSelected) next.add(trendId);
      else next.delete(trendId);
      return next;
    });
  }, []);

  function clear(): void {
    setChosen(none);
    // The pressed button disappears, and the focus with it.
    cards.current?.focus();
  }

  function open(trendId: string): void {
    const index = arranged.findIndex(({ trend_id }) => trend_id === trendId);
    setLimit((before) => Math.max(before, index + 1));
    setTargetId(trendId);
  }

  // Its card may only now be there.
  useEffect(() => {
    if (targetId === null) return;
    const card = document.getElementById(trendAnchor(targetId));
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
    setTargetId(null);
  }, [targetId]);

  return (
    <>
      <Overview trends={arranged} onOpen={open} />
      <TrendsBar
        shown={arranged.length}
        total={trends.length}
        search={search}
        onSearch={(next) => {
          setSearch(next);
          setLimit(AT_ONCE);
        }}
        order={order}
        onOrder={setOrder}
        isHiddenShown={isHiddenShown}
        onHiddenShown={onHiddenShown}
        selected={selected.length}
        isMergingOff={isRunning}
        onClear={clear}
        onMerge={() => setMerging(true)}
      />
      <Box
        ref={cards}
        role="region"
        aria-label="Trends"
        tabIndex={-1}
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', outline: 'none' }}
      >
        {arranged.slice(0, limit).map((trend) => (
          <TrendCard
            key={trend.trend_id}
            trend={trend}
            isSelected={chosen.has(trend.trend_id)}
            onSelect={select}
            onChange={change}
          />
        ))}
        {arranged.length === 0 && (
          <Box sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>No trend matches this search.</Box>
        )}
        {rest > 0 && (
          <Button variant="outlined" onClick={() => setLimit((before) => before + AT_ONCE)} sx={{ justifySelf: 'center' }}>
            Show {formatCount(Math.min(rest, AT_ONCE))} more of {formatCount(arranged.length)}
          </Button>
        )}
      </Box>
      {isMerging && selected.length > 1 && (
        <MergeDialog
          trends={selected}
          onClose={() => setMerging(false)}
          onMerge={async () => {
            const failure = await merge(selected.map(({ trend_id }) => trend_id));
            if (failure === null) clear();
            return failure;
          }}
        />
      )}
    </>
  );
}
