/**
 * The bar above the table: the number of people and their order, or the number of selected people and what can
 * be done with them.
 */
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import UpdateRounded from '@mui/icons-material/UpdateRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { gridClasses } from '../../../components/data-grid/grid-classes.ts';
import { May } from '../../../components/workspace/may.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { changing, collecting } from '../../../lib/workspace/needs.ts';
import type { PeopleSort } from './people-address.ts';
import { SortSelect } from './sort-select.tsx';

interface PeopleBarProps {
  /** The box that selects everybody on the page; null: it stands in the header. */
  readonly selectPage: ReactNode;
  /** Selected people. */
  readonly count: number;
  /** The number of selected people on other pages. */
  readonly countElsewhere: number;
  /** false: all who match the filters are selected. */
  readonly canSelectAll: boolean;
  /** The number of people on all pages; null: not known yet. */
  readonly total: number | null;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onAddToList: () => void;
  /** What stands beside "Add to list", while a list is shown. */
  readonly removal: ReactNode;
  readonly onTag: () => void;
  readonly onCollectAgain: () => void;
  readonly onDelete: () => void;
  /** What stands beside the number of people. */
  readonly note: ReactNode;
  /** What stands beside the order. */
  readonly tools: ReactNode;
  readonly sort: PeopleSort;
  readonly onSortChange: (sort: PeopleSort) => void;
  /** The choice between people and chart, which stands last. */
  readonly choice: ReactNode;
}

export function PeopleBar(props: PeopleBarProps) {
  const { count, countElsewhere, canSelectAll, total, onSelectAll, onClear, onAddToList, onTag, onCollectAgain, onDelete } =
    props;
  const { selectPage, removal, note, tools, sort, onSortChange, choice } = props;
  return (
    <Box
      className={gridClasses.bar}
      sx={{
        flexWrap: 'wrap',
        rowGap: 0.5,
        columnGap: { xs: 0.5, md: 1 },
        pr: { xs: 1, md: 1.5 },
        // The order gives way, so that the bar stays one line.
        [`& > .${gridClasses.tools}`]: { flex: { xs: '1 1 10rem', md: 'none' }, justifyContent: 'flex-end', minWidth: 0 },
        [`& > .${gridClasses.tools} > label`]: { minWidth: 0 },
        // Where a second line would move the people below the pointer. These actions are wider than those of a data table.
        '@container (max-width: 74rem)': { [`&:has(strong) > .${gridClasses.tools}`]: { display: 'none' } },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          ...(count > 0 ? { flexWrap: 'wrap' } : { flex: '1 0 auto' }),
          gap: '0.25rem 0.5rem',
          minWidth: 0,
          // Without a selection, what follows stands where its number would.
          '& > :empty': { mr: -1 },
          // The box stands above the boxes of the people.
          '& > label': { marginInlineStart: '-0.75rem', marginInlineEnd: '-0.5rem' },
        }}
      >
        {selectPage}
        <Box role="status" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
          {count > 0 && (
            <>
              <strong>{formatCount(count)} selected</strong>
              {countElsewhere > 0 && `, ${formatCount(countElsewhere)} on other pages`}
            </>
          )}
        </Box>
        {count === 0 && (
          // Its place is kept while it is not known, so that nothing moves on narrow screens, where it has a line of its own.
          <Box
            sx={{
              flex: 'none',
              minWidth: '4rem',
              fontSize: '0.875rem',
              color: 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {total === null ? '\u00a0' : `${formatCount(total)} ${total === 1 ? 'person' : 'people'}`}
          </Box>
        )}
        {count === 0 && (
          // Narrow windows have the room of its button before it is known whether there is anything to say.
          <Box sx={{ display: 'flex', flex: '1 1 0', minWidth: { xs: '2.375rem', md: 'min-content' }, '&&:empty': { mr: 0 } }}>
            {note}
          </Box>
        )}
        {count > 0 && (
          <>
            {canSelectAll && total !== null && total > count && (
              <Button size="small" onClick={onSelectAll}>
                Select all {formatCount(total)}
              </Button>
            )}
            <Button size="small" onClick={onClear}>
              Clear
            </Button>
            <May needs={changing}>
              <Button size="small" variant="outlined" onClick={onAddToList}>
                Add to list
              </Button>
            </May>
            {removal}
            <May needs={changing}>
              <Button size="small" variant="outlined" startIcon={<LabelOutlined />} onClick={onTag}>
                Tags…
              </Button>
            </May>
            <May needs={collecting}>
              <Button size="small" variant="outlined" startIcon={<UpdateRounded />} onClick={onCollectAgain}>
                Collect again…
              </Button>
            </May>
            <May needs={changing}>
              <Button size="small" color="error" variant="outlined" startIcon={<DeleteOutlineRounded />} onClick={onDelete}>
                Delete…
              </Button>
            </May>
          </>
        )}
      </Box>
      <div className={gridClasses.tools}>
        {tools}
        <SortSelect sort={sort} onChange={onSortChange} />
        {choice}
      </div>
    </Box>
  );
}
