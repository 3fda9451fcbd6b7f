/** The rows themselves: selection over all pages, paging, and a link to what was downloaded. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type ReactNode, useEffect, useState } from 'react';
import { CachedStyles } from '../../../components/cached-styles.tsx';
import { CheckBox } from '../../../components/check-box.tsx';
import { barStyles } from '../../../components/data-grid/bar-styles.ts';
import { GridPager } from '../../../components/data-grid/paging/grid-pager.tsx';
import { entryState, type RunSnapshot } from './entry-reason.ts';
import { ProfileRow } from './profile-row.tsx';

/** The element stays the same, so that it is rendered once. */
const pagerStyles = <GlobalStyles styles={barStyles} />;
const PAGE_SIZES = [5, 10, 20];
const DEFAULT_PAGE_SIZE = 10;
/** The text stands in the middle of what is seen, however far the table scrolls sideways. */
const emptyTextStyles = {
  position: 'sticky',
  insetInlineStart: 0,
  boxSizing: 'border-box',
  width: '100cqi',
  px: 2,
  py: 5,
  textAlign: 'center',
  color: 'text.secondary',
} as const;
interface Column {
  readonly name: string;
  /** The width in rem, whatever the rows hold; absent: what the others leave. */
  readonly width?: number;
}
const COLUMNS: readonly Column[] = [
  { name: 'Name', width: 10.5 },
  { name: 'URL' },
  { name: 'Downloaded?', width: 7.5 },
  { name: 'Status', width: 13 },
  { name: 'Found how', width: 7 },
  { name: 'Email', width: 10 },
  { name: 'Profile URL', width: 8.5 },
  { name: 'Details', width: 5.5 },
];
const CHECKBOX_WIDTH = 3.25;
/** The least width of the address, below which it would say nothing. */
const LEAST_URL_WIDTH = 10;
const TABLE_WIDTH = COLUMNS.reduce((sum, { width = LEAST_URL_WIDTH }) => sum + width, CHECKBOX_WIDTH);

interface ProfilesTableProps {
  readonly entries: readonly CollectorEntry[];
  readonly emptyText: string;
  /** What can be done about it, shown below that text. */
  readonly emptyAction: ReactNode;
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly revealedEntry: string | null;
  /** What the job on this page says of its entries. */
  readonly snapshot: RunSnapshot;
  /** null: nothing can be downloaded now. */
  readonly onRetry: ((entry: CollectorEntry) => void) | null;
}

export function ProfilesTable(props: ProfilesTableProps) {
  const { entries, emptyText, emptyAction, isLoading, selected, onSelect, revealedEntry, snapshot, onRetry } = props;
  const [pageSize, setPageSize] = useState(DEFAULT_PAGE_SIZE);
  const [requestedPage, setPage] = useState(0);
  const lastPage = Math.max(0, Math.ceil(entries.length / pageSize) - 1);
  const page = Math.min(requestedPage, lastPage);
  const shown = entries.slice(page * pageSize, (page + 1) * pageSize);
  const selectedCount = entries.filter((entry) => selected.has(entry.id)).length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly added entry moves the page, not every change of the list
  useEffect(() => {
    const index = entries.findIndex((entry) => entry.id === revealedEntry);
    if (index >= 0) setPage(Math.floor(index / pageSize));
  }, [revealedEntry]);

  function toggle(id: string): void {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  }

  return (
    <>
      <CachedStyles styles={pagerStyles} />
      <TableContainer
        // Reachable by keyboard, because on a narrow screen it scrolls sideways.
        tabIndex={0}
        role="region"
        aria-labelledby="profiles-table-title"
        sx={{ borderTop: 1, borderColor: 'divider', outlineOffset: -2, containerType: 'inline-size' }}
      >
        <Table
          size="small"
          sx={{
            tableLayout: 'fixed',
            minWidth: `${TABLE_WIDTH}rem`,
            '& th, & td': { borderColor: 'divider', px: 1.25, verticalAlign: 'top' },
            '& th': { verticalAlign: 'middle' },
            // The class is named twice, because small cells have a width of their own.
            '& .MuiTableCell-paddingCheckbox.MuiTableCell-paddingCheckbox': { width: `${CHECKBOX_WIDTH}rem`, px: 0.5 },
            // What can be done with an entry stays in sight while the rest scrolls below it. A phone has no room for that.
            [`@container (min-width: 30rem) and (max-width: ${TABLE_WIDTH}rem)`]: {
              '& :is(th, td):last-of-type:not([colspan])': {
                position: 'sticky',
                insetInlineEnd: 0,
                background: ({ vars: { palette } }) =>
                  `linear-gradient(var(--tint, transparent) 0 0), ${palette.background.paper}`,
                boxShadow: ({ vars: { palette } }) => `inset 1px 0 ${palette.divider}`,
              },
              // The row's own colour, which the cell covers.
              '& tbody tr:hover': { '--tint': ({ vars: { palette } }) => palette.action.hover },
              '& tbody tr.Mui-selected': {
                '--tint': ({ vars: { palette } }) => `rgb(${palette.primary.mainChannel} / ${palette.action.selectedOpacity})`,
              },
              '& tbody tr.Mui-selected:hover': {
                '--tint': ({ vars: { palette } }) =>
                  `rgb(${palette.primary.mainChannel} / calc(${palette.action.selectedOpacity} + ${palette.action.hoverOpacity}))`,
              },
            },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell padding="checkbox">
                <CheckBox
                  isChecked={entries.length > 0 && selectedCount === entries.length}
                  isPartly={selectedCount > 0 && selectedCount < entries.length}
                  isDisabled={entries.length === 0}
                  onChange={() => onSelect(selectedCount === entries.length ? new Set() : new Set(entries.map(({ id }) => id)))}
                  label="Select all profiles"
                />
              </TableCell>
              {COLUMNS.map(({ name, width }) => (
                <TableCell
                  key={name}
                  sx={{
                    width: width === undefined ? undefined : `${width}rem`,
                    color: 'text.secondary',
                    fontWeight: 560,
                    whiteSpace: 'nowrap',
                  }}
                >
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((entry) => (
              <ProfileRow
                key={entry.id}
                entry={entry}
                isSelected={selected.has(entry.id)}
                onToggle={() => toggle(entry.id)}
                state={entryState(entry, snapshot)}
                onRetry={onRetry === null ? null : () => onRetry(entry)}
              />
            ))}
            {entries.length === 0 && isLoading && <SkeletonRows />}
            {entries.length === 0 && !isLoading && (
              <TableRow>
                <TableCell colSpan={COLUMNS.length + 1} sx={{ p: 0, border: 0 }}>
                  <Box sx={emptyTextStyles}>
                    <div>{emptyText}</div>
                    {emptyAction}
                  </Box>
                </TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </TableContainer>
      <GridPager
        page={page + 1}
        perPage={pageSize}
        perPageOptions={PAGE_SIZES}
        total={entries.length}
        count={shown.length}
        onPageChange={(next) => setPage(next - 1)}
        onPerPageChange={(size) => {
          setPageSize(size);
          setPage(0);
        }}
      />
    </>
  );
}

function SkeletonRows() {
  return [0, 1, 2].map((line) => (
    <TableRow key={line} aria-hidden>
      <TableCell padding="checkbox" />
      {COLUMNS.map(({ name }) => (
        <TableCell key={name}>
          <Skeleton width="70%" />
        </TableCell>
      ))}
    </TableRow>
  ));
}
