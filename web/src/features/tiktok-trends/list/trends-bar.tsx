/** The bar above the cards: which are shown and in what order, or what can be done with the selected ones. */
import { MAX_MERGED_TRENDS } from '@leadloom/shared/contract/trends';
import CallMergeRounded from '@mui/icons-material/CallMergeRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { FlagField } from '../../../components/filter-fields/flag-field.tsx';
import { NativeSelect } from '../../../components/native-select.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { type TrendOrder, trendOrders } from './arrange-trends.ts';

interface TrendsBarProps {
  readonly shown: number;
  readonly total: number;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly order: TrendOrder;
  readonly onOrder: (order: TrendOrder) => void;
  readonly isHiddenShown: boolean;
  readonly onHiddenShown: (isShown: boolean) => void;
  readonly selected: number;
  /** No trend may be merged while an analysis runs. */
  readonly isMergingOff: boolean;
  readonly onClear: () => void;
  readonly onMerge: () => void;
}

export function TrendsBar(props: TrendsBarProps) {
  const { shown, total, search, onSearch, order, onOrder, isHiddenShown, onHiddenShown } = props;
  const { selected, isMergingOff, onClear, onMerge } = props;
  const searchId = useId();
  const orderId = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '0.75rem 1.5rem' }}>
        <Labelled sx={{ flex: '1 1 14rem', maxWidth: '24rem' }}>
          <label htmlFor={searchId}>Search trends</label>
          <input
            id={searchId}
            type="search"
            value={search}
            placeholder="Name, hashtag, author, sound"
            onChange={(event) => onSearch(event.target.value)}
          />
        </Labelled>
        <Labelled>
          <label htmlFor={orderId}>Sort by</label>
          <NativeSelect
            id={orderId}
            value={order}
            onChange={(event) => {
              const chosen = trendOrders.find(({ value }) => value === event.target.value);
              if (chosen !== undefined) onOrder(chosen.value);
            }}
            sx={{ width: '100%', bgcolor: 'background.paper' }}
          >
            {trendOrders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Labelled>
        <FlagField label="Show hidden" isChecked={isHiddenShown} onChange={onHiddenShown} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: '2.25rem', fontSize: '0.875rem' }}>
        <Box role="status" sx={{ fontVariantNumeric: 'tabular-nums', color: selected > 0 ? 'text.primary' : 'text.secondary' }}>
          {selected > 0 ? <strong>{formatCount(selected)} selected</strong> : countText(shown, total)}
        </Box>
        {selected > 0 && (
          <>
            <Button size="small" onClick={onClear}>
              Clear
            </Button>
            <May needs={changing}>
              <Button
                size="small"
                variant="outlined"
                startIcon={<CallMergeRounded />}
                disabled={selected < 2 || selected > MAX_MERGED_TRENDS || isMergingOff}
                onClick={onMerge}
              >
                Merge…
              </Button>
            </May>
            {selected < 2 && <Box sx={{ color: 'text.secondary' }}>Select another trend to merge.</Box>}
            {selected > MAX_MERGED_TRENDS && <Box sx={{ color: 'text.secondary' }}>At most {MAX_MERGED_TRENDS} at once.</Box>}
          </>
        )}
      </Box>
    </Box>
  );
}

function countText(shown: number, total: number): string {
  const trends = total === 1 ? '1 trend' : `${formatCount(total)} trends`;
  return shown === total ? trends : `${formatCount(shown)} of ${trends}`;
}

const Labelled = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: '0.25rem',
  fontSize: '0.875rem',
  '& label': { fontSize: '0.8125rem', color: vars.palette.text.secondary },
  '& input': {
    width: '100%',
    height: '2.25rem',
    padding: '0 0.5rem',
    border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
    borderRadius: vars.shape.borderRadius,
    background: vars.palette.background.paper,
    color: vars.palette.text.primary,
    font: 'inherit',
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  },
  '& input::placeholder': { color: vars.palette.text.secondary, opacity: 1 },
}));
