/** The table of people, its empty states, and the actions on selected people. */
import type { ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { PAGE_SIZES } from '@leadloom/shared/contract/list-parameters';
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { WorkbenchLayout } from '@leadloom/shared/contract/preferences';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ChangedMenu } from '../../../components/changed/changed-menu.tsx';
import { CheckBox } from '../../../components/check-box.tsx';
import { pageState, type Selection, togglePage } from '../../../components/data-grid/body/grid-selection.ts';
import { DensityMenu } from '../../../components/data-grid/density-menu.tsx';
import { gridClasses } from '../../../components/data-grid/grid-classes.ts';
import { gridStyles } from '../../../components/data-grid/grid-styles.tsx';
import { type LineNote, LineNotes } from '../../../components/data-grid/line-notes.tsx';
import { GridPager } from '../../../components/data-grid/paging/grid-pager.tsx';
import { rowsOnPage } from '../../../components/data-grid/paging/page-range.ts';
import { lazyDialog, lazyPart } from '../../../components/lazy-part.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingLine } from '../../../components/loading-line.tsx';
import { TableRows } from '../../../components/table-frame.tsx';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { areManyNew } from '../../../lib/changed/are-many-new.ts';
import { LAST_DAY } from '../../../lib/changed/changed-choice.ts';
import type { ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { formatCount } from '../../../lib/format-count.ts';
import type { ChosenRows } from '../../../lib/my-rows/change-my-rows.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { personName } from '../person/person-name.ts';
import type { PeopleChange, PeopleState } from './people-address.ts';
import { PeopleBar } from './people-bar.tsx';
import { noFilters, type PeopleQuery, readFilters, textValue } from './people-filters.ts';
import { PeopleTable } from './people-table.tsx';
import type { People } from './use-people.ts';

const SelectPageLabel = styled('label')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  cursor: 'pointer',
  '& > span': visuallyHidden,
});

const AddToListDialog = lazyDialog(
  async () => (await import('../../../components/my-rows/add-to-list-dialog.tsx')).AddToListDialog,
);
const DeletePeopleDialog = lazyDialog(async () => (await import('../changes/delete-people-dialog.tsx')).DeletePeopleDialog);
const RemoveFromList = lazyPart(async () => (await import('../../../components/my-rows/remove-from-list.tsx')).RemoveFromList);
const RecollectionDialog = lazyDialog(async () => (await import('../changes/recollection-dialog.tsx')).RecollectionDialog);
const TagsDialog = lazyDialog(async () => (await import('../changes/tags-dialog.tsx')).TagsDialog);

interface PeopleSectionProps {
  readonly people: People;
  readonly state: PeopleState;
  /** The filters as they are asked for; null: not known yet. */
  readonly query: PeopleQuery | null;
  /** When the account was here before; null: not known. */
  readonly since: string | null;
  /** How many match and are new since then. */
  readonly newCount: number;
  /** Notes about the people. */
  readonly notes: readonly LineNote[];
  /** false: people are blocks of labelled lines, without a header. */
  readonly isWide: boolean;
  /** Goes to the first page unless the change names another. */
  readonly onChange: (change: PeopleChange, isReplacing?: boolean) => void;
  readonly onChanged: (changed: string) => void;
  /** No filter is set but that of the list whose page this is: if nobody is shown, nobody is on it. */
  readonly isOfEmptyList: boolean;
  /** The choice between people and chart. */
  readonly choice: ReactNode;
  readonly layout: WorkbenchLayout;
  readonly onLayoutChange: (layout: WorkbenchLayout) => void;
}

const nobody: Selection<string> = new Set();
const noPeople: readonly ProfileListItem[] = [];

export function PeopleSection(props: PeopleSectionProps) {
  const { people, state, query, since, onChange, isOfEmptyList, layout, onLayoutChange } = props;
  const { newCount, notes, isWide, onChanged, choice } = props;
  const { page, answered, scrolled, isOutdated, isFetching, error, retry } = people;
  const region = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState({ search: '', ids: nobody, isAll: false });
  const [open, setOpen] = useState<'list' | 'tags' | 'again' | 'delete' | null>(null);
  const isFocusLost = useRef(false);
  // A change of filters clears the selection.
  const search = JSON.stringify(state.filters);
  const isAll = selection.search === search && selection.isAll && query !== null;
  const select = (ids: Selection<string>) => setSelection({ search, ids, isAll: false });

  const lastPage = page === undefined || isOutdated ? null : Math.max(1, Math.ceil(page.total / state.perPage));
  const isPastEnd = lastPage !== null && state.page > lastPage;
  useEffect(() => {
    if (isPastEnd) onChange({ page: lastPage }, true);
  }, [isPastEnd, lastPage, onChange]);

  // The button that opened the dialog is gone with the selection, so focus cannot return to it.
  useEffect(() => {
    if (open !== null || !isFocusLost.current) return;
    isFocusLost.current = false;
    region.current?.focus();
  }, [open]);

  const isWork = layout === 'work';
  const onPerPage = (perPage: number) => onChange({ perPage });
  const isMarked = page !== undefined && newCount > 0 && !areManyNew(newCount, page.total);
  const [list, changed] = [textValue(state.filters, 'list'), textValue(state.filters, UPDATED_AFTER)];
  const isLastDay = changed === LAST_DAY;
  useScreenActions([
    {
      label: isLastDay ? 'Show people of any time' : 'Show who changed in the last 24 hours',
      shortcut: shortcuts.showChanged,
      run: () =>
        onChange(({ filters }) => {
          const next = filters[UPDATED_AFTER] === LAST_DAY ? '' : LAST_DAY;
          return { filters: readFilters({ ...filters, [UPDATED_AFTER]: next }) };
        }),
    },
  ]);

  const isWaiting = isPastEnd || (page === undefined && (error === null || isFetching || query === null));
  const loaded = isWaiting ? noPeople : people.people;
  const firstNumber = scrolled?.rowsFrom ?? (answered.page - 1) * answered.perPage + 1;
  const before = (answered.page - 1) * answered.perPage + 1 - firstNumber;
  const shown = loaded.slice(Math.max(0, before), Math.max(0, before + answered.perPage));
  const selected = isAll ? new Set(loaded.map(({ id }) => id)) : selection.search === search ? selection.ids : nobody;
  const chosen = [...selected];
  const chosenRows: ChosenRows = isAll ? { filters: query } : { ids: chosen.map(Number) };
  const chosenPeople: ChosenPeople = isAll ? { filters: query } : { ids: chosen };
  const count = isAll ? (page?.total ?? selected.size) : selected.size;
  const onlyOne = chosen.length === 1 ? loaded.find(({ id }) => id === chosen[0]) : undefined;

  function clear(): void {
    select(nobody);
    // The pressed button is about to disappear, and would lose the focus.
    region.current?.focus();
  }

  function onDeleted(count: number): void {
    isFocusLost.current = true;
    setOpen(null);
    select(nobody);
    showSnackbar('success', count === 1 ? '1 person was deleted.' : `${formatCount(count)} people were deleted.`);
  }

  const shownIds = shown.map(({ id }) => id);
  const selectPage = (
    <SelectPage
      state={pageState(selected, shownIds)}
      isDisabled={shown.length === 0 || isOutdated}
      onChange={() => select(togglePage(selected, shownIds))}
    />
  );

  return (
    <TableRows aria-label="Collected people">
      {gridStyles}
      <div
        className={gridClasses.frame}
        data-density={isWork ? 'compact' : 'comfortable'}
        data-outdated={isOutdated ? '' : undefined}
      >
        <PeopleBar
          selectPage={isWide ? null : selectPage}
          count={count}
          countElsewhere={isAll ? 0 : count - shown.filter(({ id }) => selected.has(id)).length}
          canSelectAll={!isAll}
          total={page?.total ?? null}
          onSelectAll={() => setSelection({ search, ids: nobody, isAll: true })}
          onClear={clear}
          onAddToList={() => setOpen('list')}
          removal={
            list !== '' && (
              <RemoveFromList table={COLLECTED_PEOPLE} list={Number(list)} chosen={chosenRows} count={count} onRemoved={clear} />
            )
          }
          onTag={() => setOpen('tags')}
          onCollectAgain={() => setOpen('again')}
          onDelete={() => setOpen('delete')}
          note={page !== undefined && <LineNotes notes={notes} />}
          tools={
            <>
              <ChangedMenu value={changed === '' ? null : changed} onChange={onChanged} isNamed />
              <DensityMenu
                layout={{ value: layout, onChange: onLayoutChange }}
                {...(isWork ? { pageSize: { value: state.perPage, options: PAGE_SIZES, onChange: onPerPage } } : {})}
              />
            </>
          }
          sort={state.sort}
          onSortChange={(sort) => onChange({ sort })}
          choice={choice}
        />
        <PeopleTable
          region={region}
          people={loaded}
          selectPage={isWide ? selectPage : null}
          firstNumber={firstNumber}
          page={answered}
          total={page?.total ?? null}
          scrolled={isWaiting ? undefined : scrolled}
          newSince={isMarked ? since : null}
          awaited={isWaiting ? rowsOnPage(state.page, state.perPage, page?.total ?? null) : 0}
          instead={
            error === null ? (
              <NoMatch isOfEmptyList={isOfEmptyList} onClear={() => onChange({ filters: noFilters })} />
            ) : (
              <Box sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
                <LoadFailure text={error.message} onRetry={retry} isRetrying={isFetching} />
              </Box>
            )
          }
          isOutdated={isOutdated}
          sort={answered.sort}
          onSortChange={(sort) => onChange({ sort })}
          requestedSort={state.sort}
          selection={selected}
          onSelectionChange={select}
        />
        <GridPager
          page={answered.page}
          perPage={answered.perPage}
          requested={scrolled === undefined || isOutdated ? state : answered}
          {...(isWork ? {} : { perPageOptions: PAGE_SIZES })}
          total={page?.total ?? null}
          count={isWaiting || page === undefined ? null : shown.length}
          onPageChange={(next) => onChange({ page: next })}
          onPerPageChange={onPerPage}
        />
      </div>
      {isOutdated && error === null && <LoadingLine label="Loading people" at="parent" />}
      {error !== null && page !== undefined && (
        <Box sx={{ px: { xs: 2, sm: 3 }, py: 1 }}>
          <LoadFailure text={error.message} onRetry={retry} isRetrying={isFetching} />
        </Box>
      )}
      {open === 'list' && (
        <AddToListDialog table={COLLECTED_PEOPLE} chosen={chosenRows} count={count} onClose={() => setOpen(null)} />
      )}
      {open === 'tags' && (
        <TagsDialog
          count={count}
          chosen={chosenPeople}
          shown={chosen}
          known={page?.tags.map(({ name }) => name) ?? []}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'again' && <RecollectionDialog chosen={chosenPeople} count={count} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeletePeopleDialog
          chosen={chosenPeople}
          count={count}
          name={onlyOne === undefined ? null : personName(onlyOne)}
          onClose={() => setOpen(null)}
          onDeleted={onDeleted}
        />
      )}
    </TableRows>
  );
}

interface NoMatchProps {
  readonly isOfEmptyList: boolean;
  readonly onClear: () => void;
}

function NoMatch({ isOfEmptyList, onClear }: NoMatchProps) {
  return (
    <Box sx={{ py: 6, px: 2, display: 'grid', gap: 1.5, justifyItems: 'center', textAlign: 'center', color: 'text.secondary' }}>
      {isOfEmptyList ? 'Nobody is on this list yet.' : 'Nobody matches these filters.'}
      {!isOfEmptyList && (
        <Button variant="outlined" onClick={onClear}>
          Show everyone
        </Button>
      )}
    </Box>
  );
}

interface SelectPageProps {
  readonly state: ReturnType<typeof pageState>;
  readonly isDisabled: boolean;
  readonly onChange: () => void;
}

/** The box that selects everybody on the page: in the header, and without one in the bar above the people. */
function SelectPage({ state, isDisabled, onChange }: SelectPageProps) {
  return (
    <SelectPageLabel>
      <CheckBox isChecked={state === 'all'} isPartly={state === 'some'} isDisabled={isDisabled} onChange={onChange} />
      <span>Select all on this page</span>
    </SelectPageLabel>
  );
}
