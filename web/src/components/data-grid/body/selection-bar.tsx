import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { memo, type ReactNode } from 'react';
import { formatCount } from '../../../lib/format-count.ts';
import type { DataGridProps } from '../data-grid-props.ts';
import type { GridActions } from '../grid-actions.ts';

interface SelectionBarProps {
  readonly count: number;
  /** How many of them are on this page. */
  readonly countHere: number;
  /** The number of rows on all pages; null: not known yet. */
  readonly total: number | null;
  /** Rows of this table may be deleted. */
  readonly canDelete: boolean;
  readonly selectAll: DataGridProps['selectAll'];
  /** What stands beside the number of rows. */
  readonly note: ReactNode;
  readonly actions: GridActions;
  /** Further actions for the selected rows. */
  readonly children?: ReactNode;
}

/** Announces how many rows are selected and offers actions for them; without a selection, shows how many rows there are. */
export const SelectionBar = memo(function SelectionBar(props: SelectionBarProps) {
  const { countHere, total, canDelete, selectAll, actions, children } = props;
  const isAll = selectAll?.isOn === true && props.count > 0;
  const count = isAll ? (total ?? props.count) : props.count;
  const elsewhere = isAll ? 0 : count - countHere;
  return (
    <Box
      data-line
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: 1,
        minWidth: 0,
        // What does not fit is scrolled to: a second line would cost a row. What is said of all rows finds its own room.
        ...(count > 0 ? { overflowX: 'auto' } : { flex: 1 }),
        '& > *': { flexShrink: 0, whiteSpace: 'nowrap' },
        // Without a selection, what follows stands where its number would.
        '& > :empty': { mr: -1 },
        '& > .MuiButton-root': { minWidth: 0 },
      }}
    >
      <Box role="status" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
        {count > 0 && (
          <>
            <strong>{formatCount(count)} selected</strong>
            {elsewhere > 0 && `, ${formatCount(elsewhere)} on other pages`}
          </>
        )}
      </Box>
      {count === 0 && total !== null && (
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatCount(total)} {total === 1 ? 'row' : 'rows'}
        </Box>
      )}
      {count === 0 && props.note}
      {selectAll !== undefined && !isAll && count > 0 && total !== null && total > count && (
        <Button size="small" onClick={selectAll.onTurnOn}>
          Select all {formatCount(total)}
        </Button>
      )}
      {count > 0 && children}
      {count > 0 && canDelete && (
        <Button
          size="small"
          color="error"
          variant="outlined"
          startIcon={<DeleteOutlineRounded />}
          onClick={actions.deleteSelected}
        >
          Delete
        </Button>
      )}
      {count > 0 && (
        <Button size="small" onClick={actions.clearSelection}>
          Clear
        </Button>
      )}
    </Box>
  );
});
