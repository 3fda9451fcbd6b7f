/** The people of a page, placeholders while they load, or a message if there are none. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type MouseEvent, type ReactNode, type Ref, useRef } from 'react';
import { CheckBox } from '../../components/check-box.tsx';
import { gridClasses } from '../../components/data-grid/grid-classes.ts';
import { pageState, type Selection, selectRange, togglePage, toggleRow } from '../../components/data-grid/grid-selection.ts';
import { useTouchRows } from '../../components/data-grid/use-touch-rows.ts';
import type { PeopleSort, SortField } from './people-address.ts';
import { SelectPage, StyledTable } from './people-table-styles.ts';
import { PersonRow } from './person-row.tsx';
import { pressColumn } from './sort-choices.ts';

interface Column {
  readonly name: string;
  readonly field?: SortField;
  /** Absent: shares the remaining width. */
  readonly width?: string;
}

const columns: readonly Column[] = [
  { name: 'Name', field: 'full_name' },
  { name: 'Company', field: 'company_name', width: '12%' },
  { name: 'Location', width: '11%' },
  { name: 'Email', width: '11%' },
  { name: 'Tags', width: '10%' },
  { name: 'Collected', field: 'collected_at', width: '7rem' },
  { name: 'Updated', field: 'updated_at', width: '7rem' },
  { name: 'Sections', width: '8rem' },
];

interface PeopleTableProps {
  readonly region: Ref<HTMLDivElement>;
  readonly people: readonly ProfileListItem[];
  /** Who was added or changed later is marked; null: nobody. */
  readonly newSince: string | null;
  /** How many placeholders to show; 0 once people are loaded. */
  readonly awaited: number;
  /** Shown instead of rows if there are none. */
  readonly instead: ReactNode;
  /** The people answer an earlier question: they are dimmed and cannot be ticked. */
  readonly isOutdated: boolean;
  readonly sort: PeopleSort;
  /** What was asked for last, from which presses go on. */
  readonly askedSort: PeopleSort;
  readonly onSortChange: (sort: PeopleSort) => void;
  readonly selection: Selection<string>;
  readonly onSelectionChange: (selection: Selection<string>) => void;
}

export function PeopleTable(props: PeopleTableProps) {
  const { region, people, newSince, awaited, instead, isOutdated, sort, askedSort, onSortChange, selection } = props;
  const { onSelectionChange } = props;
  /** The row pressed last, where a range starts. */
  const pressed = useRef<string | null>(null);
  const ids = people.map(({ id }) => id);
  const state = pageState(selection, ids);

  function onToggle(id: string, isRange: boolean): void {
    if (isOutdated) return;
    const from = pressed.current;
    pressed.current = id;
    onSelectionChange(isRange && from !== null ? selectRange(selection, ids, from, id) : toggleRow(selection, id));
  }

  const touch = useTouchRows((target) => {
    const person = people[rowOf(target)?.sectionRowIndex ?? -1];
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
      <StyledTable aria-busy={awaited > 0 || isOutdated}>
        <thead>
          <tr>
            <th scope="col">
              <SelectPage>
                <CheckBox
                  isChecked={state === 'all'}
                  isPartly={state === 'some'}
                  isDisabled={people.length === 0 || isOutdated}
                  onChange={() => onSelectionChange(togglePage(selection, ids))}
                />
                <span>Select all on this page</span>
              </SelectPage>
            </th>
            {columns.map((column) => (
              <ColumnHeader key={column.name} column={column} sort={sort} askedSort={askedSort} onSortChange={onSortChange} />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the links and boxes in the rows */}
        <tbody {...touch.handlers} onClick={onClick}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isSelected={selection.has(person.id)}
              isNew={newSince !== null && person.updated_at > newSince}
              onToggle={(isRange) => onToggle(person.id, isRange)}
            />
          ))}
          {Array.from({ length: awaited }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are the same
            <ShapeRow key={line} />
          ))}
          {people.length === 0 && awaited === 0 && (
            <tr>
              <td colSpan={columns.length + 1}>{instead}</td>
            </tr>
          )}
        </tbody>
      </StyledTable>
    </Box>
  );
}

function rowOf(target: Element): HTMLTableRowElement | null {
  return target.closest<HTMLTableRowElement>('tbody > tr');
}

interface ColumnHeaderProps {
  readonly column: Column;
  readonly sort: PeopleSort;
  readonly askedSort: PeopleSort;
  readonly onSortChange: (sort: PeopleSort) => void;
}

function ColumnHeader({ column: { name, field, width }, sort, askedSort, onSortChange }: ColumnHeaderProps) {
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
        onClick={() => onSortChange(pressColumn(askedSort, field))}
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
