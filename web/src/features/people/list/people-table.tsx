/** The people of a page, placeholders while they load, or a message if there are none. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { type Selection, selectRange, toggleRow } from '../../../components/data-grid/body/grid-selection.ts';
import { type RowWindow, useRowWindow } from '../../../components/data-grid/body/use-row-window.ts';
import { useTouchRows } from '../../../components/data-grid/body/use-touch-rows.ts';
import { CHECKBOX_WIDTH, inRem } from '../../../components/data-grid/columns/column-widths.ts';
import type { ScrolledRows } from '../../../components/data-grid/data-grid-props.ts';
import { gridClasses } from '../../../components/data-grid/grid-classes.ts';
import { COMPACT_ROW_PIXELS, HEADER_PIXELS } from '../../../components/data-grid/grid-measures.ts';
import { useIsPrinting } from '../../../components/data-grid/use-is-printing.ts';
import { useLatest } from '../../../components/data-grid/use-latest.ts';
import type { PeopleSort } from './people-address.ts';
import { type Column, columns, columnWidth, NAME_WIDTH, usePeopleWidths } from './people-columns.ts';
import { StyledTable } from './people-table-styles.ts';
import { PersonRow } from './person-row.tsx';
import { pressColumn } from './sort-choices.ts';

interface PeopleTableProps {
  readonly region: RefObject<HTMLDivElement | null>;
  /** The people of this page, or those that are scrolled through. */
  readonly people: readonly ProfileListItem[];
  /** The number of the first of `people`, from 1. */
  readonly firstNumber: number;
  /** The box in the header that selects the page; null: it stands elsewhere. */
  readonly selectPage: ReactNode;
  readonly page: { readonly page: number; readonly perPage: number };
  /** The number of people on all pages; null: not known yet. */
  readonly total: number | null;
  /** Present where scrolling goes on into the next page. */
  readonly scrolled: ScrolledRows | undefined;
  /** Who was added or changed later is marked; null: nobody. */
  readonly newSince: string | null;
  /** How many placeholders to show; 0 once people are loaded. */
  readonly awaited: number;
  /** What stands in place of rows if there are none. */
  readonly instead: ReactNode;
  /** The people answer an earlier question: they are dimmed and cannot be ticked. */
  readonly isOutdated: boolean;
  readonly sort: PeopleSort;
  /** What was asked for last, from which presses go on. */
  readonly requestedSort: PeopleSort;
  readonly onSortChange: (sort: PeopleSort) => void;
  readonly selection: Selection<string>;
  readonly onSelectionChange: (selection: Selection<string>) => void;
}

export function PeopleTable(props: PeopleTableProps) {
  const {
    region,
    people,
    firstNumber,
    selectPage,
    page,
    total,
    scrolled,
    newSince,
    awaited,
    instead,
    isOutdated,
    sort,
    requestedSort,
    onSortChange,
    selection,
  } = props;
  const { onSelectionChange } = props;
  /** The row pressed last, where a range starts. */
  const pressed = useRef<string | null>(null);
  const widths = usePeopleWidths(people);
  const others = CHECKBOX_WIDTH + widths.reduce((sum, width) => sum + width, 0);
  const target = scrolled === undefined ? 0 : (page.page - 1) * page.perPage + 1 - scrolled.from;
  const isPrinting = useIsPrinting();
  const drawn = useRowWindow(region, scrolled, target, isPrinting);
  const lines = linesOf(people, firstNumber, scrolled === undefined || isPrinting ? null : { from: scrolled.from, ...drawn });

  const latest = useLatest({ people, isOutdated, selection, onSelectionChange });
  const onToggle = useCallback(
    (id: string, isRange: boolean) => {
      const { isOutdated, selection, people, onSelectionChange } = latest.current;
      if (isOutdated) return;
      const from = pressed.current;
      pressed.current = id;
      const all = people.map((person) => person.id);
      onSelectionChange(isRange && from !== null ? selectRange(selection, all, from, id) : toggleRow(selection, id));
    },
    [latest],
  );

  const touch = useTouchRows((target) => {
    const person = lines[rowOf(target)?.sectionRowIndex ?? -1]?.person;
    if (person !== undefined) onToggle(person.id, false);
  });

  /** A tap beside the controls of a row goes where its name leads. */
  function onClick(event: MouseEvent): void {
    if (!touch.isTap(event) || !(event.target instanceof Element) || event.target.closest('input, button, a, label')) return;
    rowOf(event.target)?.querySelector<HTMLElement>('a.name')?.click();
  }

  return (
    <Box
      ref={region}
      className={gridClasses.scroller}
      // Focusable, because it scrolls.
      tabIndex={0}
      role="region"
      aria-label="People"
      sx={{ outlineOffset: -2 }}
    >
      <Box
        sx={{
          // Keeps the margin of the table within.
          display: 'flow-root',
          minWidth: { md: inRem(NAME_WIDTH + others) },
          '@media print': { minWidth: 0, height: 'auto !important' },
        }}
        style={scrolled === undefined ? undefined : { height: inRem(HEADER_PIXELS + scrolled.count * COMPACT_ROW_PIXELS) }}
      >
        <StyledTable
          aria-busy={awaited > 0 || isOutdated}
          {...(scrolled === undefined ? {} : { 'aria-rowcount': total === null ? -1 : total + 1 })}
          style={scrolled === undefined ? undefined : { marginTop: inRem(drawn.start * COMPACT_ROW_PIXELS) }}
        >
          <thead>
            <tr>
              <th scope="col">{selectPage}</th>
              {columns.map((column, index) => (
                <ColumnHeader
                  key={column.name}
                  column={column}
                  width={columnWidth(index, widths, others)}
                  sort={sort}
                  requestedSort={requestedSort}
                  onSortChange={onSortChange}
                />
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the links and boxes in the rows */}
          <tbody {...touch.handlers} onClick={onClick}>
            {lines.map(({ person, number }) =>
              person === undefined ? (
                <ShapeRow key={number} />
              ) : (
                <PersonRow
                  // Rows that are scrolled through are elements of their place.
                  key={scrolled === undefined ? person.id : number}
                  person={person}
                  number={scrolled === undefined ? undefined : number}
                  isSelected={selection.has(person.id)}
                  isNew={newSince !== null && person.updated_at > newSince}
                  onToggle={onToggle}
                />
              ),
            )}
            {Array.from({ length: awaited }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same
              <ShapeRow key={line} />
            ))}
            {lines.length === 0 && awaited === 0 && (
              <tr>
                <td colSpan={columns.length + 1}>{instead}</td>
              </tr>
            )}
          </tbody>
        </StyledTable>
      </Box>
    </Box>
  );
}

interface Line {
  /** undefined: on the way. */
  readonly person: ProfileListItem | undefined;
  /** From 1. */
  readonly number: number;
}

/** @param drawn which are drawn of those that can be scrolled to, the first of which has the number `from`; null: all */
function linesOf(
  people: readonly ProfileListItem[],
  firstNumber: number,
  drawn: (RowWindow & { readonly from: number }) | null,
): readonly Line[] {
  if (drawn === null) return people.map((person, index) => ({ person, number: firstNumber + index }));
  return Array.from({ length: drawn.end - drawn.start }, (_, index) => {
    const number = drawn.from + drawn.start + index;
    return { person: people[number - firstNumber], number };
  });
}

function rowOf(target: Element): HTMLTableRowElement | null {
  return target.closest<HTMLTableRowElement>('tbody > tr');
}

interface ColumnHeaderProps {
  readonly column: Column;
  readonly width: string | undefined;
  readonly sort: PeopleSort;
  readonly requestedSort: PeopleSort;
  readonly onSortChange: (sort: PeopleSort) => void;
}

function ColumnHeader({ column: { name, field }, width, sort, requestedSort, onSortChange }: ColumnHeaderProps) {
  if (field === undefined) {
    return (
      <th scope="col" style={{ width }}>
        {name}
      </th>
    );
  }
  const isSorted = sort.field === field;
  return (
    <th scope="col" style={{ width }} aria-sort={isSorted ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <TableSortLabel
        active={isSorted}
        direction={sort.order}
        // The arrow points to the larger values.
        IconComponent={isSorted && sort.order === 'asc' ? ArrowUpwardRounded : ArrowDownwardRounded}
        onClick={() => onSortChange(pressColumn(requestedSort, field))}
        sx={{ minHeight: '1.5rem', '& .MuiTableSortLabel-icon': { transform: 'none', fontSize: '1rem' } }}
      >
        {name}
      </TableSortLabel>
    </th>
  );
}

function ShapeRow() {
  return (
    <tr aria-hidden>
      <td />
      <td>
        <div className="person">
          <Skeleton variant="circular" width={40} height={40} />
          <div>
            <Skeleton width="9rem" />
            <Skeleton width="14rem" sx={{ maxWidth: '100%' }} />
          </div>
        </div>
      </td>
      {columns.slice(1).map(({ name }) => (
        <td key={name}>
          <Skeleton width="70%" />
        </td>
      ))}
    </tr>
  );
}
