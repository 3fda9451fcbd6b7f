/** Everybody an account has collected, to search, tag, export and delete. */
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { DEFAULT_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { WorkbenchLayout } from '@leadloom/shared/contract/preferences';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import BarChartRounded from '@mui/icons-material/BarChartRounded';
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { ShowChoice } from '../../../components/charts/show-choice.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { LoadingLine } from '../../../components/loading-line.tsx';
import type { ShownList } from '../../../components/my-rows/list-title-line.tsx';
import { TableFrame, TableRows, TitleLine } from '../../../components/table-frame.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { newAlertPath } from '../../../lib/alerts/new-alert-path.ts';
import { call } from '../../../lib/api-client/call.ts';
import { areManyNew } from '../../../lib/changed/are-many-new.ts';
import { useTableVisit } from '../../../lib/changed/use-table-visit.ts';
import { readUsedChart } from '../../../lib/charts/used-chart.ts';
import { LAST_VISIT } from '../../../lib/last-visit.ts';
import type { PageSize } from '../../../lib/page-size.ts';
import { paths } from '../../../lib/paths.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useAccountKey } from '../../../lib/session/session.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { workPageSize } from '../../../lib/work-page-size.ts';
import { changing } from '../../../lib/workspace/needs.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';
import { ExportButtons, ExportLine } from './export-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { usePeopleAddress } from './people-address.ts';
import {
  type PeopleFilters,
  type PeopleQuery,
  readFilters,
  requestedFilters,
  textValue,
  toParameters,
  withoutList,
} from './people-filters.ts';
import { PeopleSection } from './people-section.tsx';
import { usePeople } from './use-people.ts';
import { usePeopleNotes } from './use-people-notes.tsx';

const PeopleChart = lazyPart(
  async () => (await import('./people-chart.tsx')).PeopleChart,
  () => (
    <TableRows aria-label="Chart">
      <LoadingLine label="Loading the chart" at="parent" />
    </TableRows>
  ),
);
const NobodyYet = lazyPart(async () => (await import('./nobody-yet.tsx')).NobodyYet);

interface CollectedPeopleProps {
  /** The page of this list: the people on it alone are shown. */
  readonly shownList?: ShownList;
}

export function CollectedPeople({ shownList }: CollectedPeopleProps) {
  const { preferences, isLoading: arePreferencesLoading, change: changePreferences } = usePreferences();
  const { layout } = preferences;
  const workspace = useWorkspace();
  const { state, change, follow } = usePeopleAddress(
    pageSizeOf(layout),
    shownList === undefined ? null : String(shownList.list.id),
  );
  const { filters, chart, page: statePage } = state;
  const [list, changed] = [textValue(filters, 'list'), textValue(filters, UPDATED_AFTER)];
  const { since, hasFailed } = useTableVisit({ table: COLLECTED_PEOPLE, viewId: null, isKnown: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is counted from the moment it is made
  const now = useMemo(() => new Date(), [changed]);
  const requested = useMemo(() => requestedFilters(filters, { now, since }), [filters, now, since]);
  const query = useMemo(() => (requested === null ? null : toParameters(requested)), [requested]);
  // On narrow screens people are blocks of unequal height.
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const people = usePeople(arePreferencesLoading ? null : query, state, layout === 'work' && isWide, follow);
  const { page } = people;
  const newCount = useNewPeople(query, since);
  const onChanged = (next: string) =>
    change((latest) => ({ filters: readFilters({ ...latest.filters, [UPDATED_AFTER]: next }) }));
  /** The size of the other layout's pages is that of the address no longer. */
  function onLayout(next: WorkbenchLayout): void {
    changePreferences({ layout: next, layout_offer: 'closed' });
    change({ perPage: pageSizeOf(next) }, true);
  }

  const closeOffer = () => changePreferences({ layout_offer: 'closed' });

  const isLastVisitUnknown = query === null && hasFailed;
  useEffect(() => {
    if (!isLastVisitUnknown) return;
    showSnackbar('error', 'Your last visit could not be read, so people of any time are shown.');
    change((latest) => ({ filters: readFilters({ ...latest.filters, [UPDATED_AFTER]: '' }) }), true);
  }, [isLastVisitUnknown, change]);
  const account = useAccountKey() ?? '';
  const onShow = (isChart: boolean) =>
    change({ chart: isChart ? readUsedChart(account, collectedPeople) : null, page: statePage });
  const choice = <ShowChoice isChart={chart !== null} onChange={onShow} />;
  const isNobody = page?.total === 0 && !people.isOutdated && isNone(filters);
  const total = people.isOutdated ? null : (page?.total ?? null);
  const { notes, dialog } = usePeopleNotes({
    offer: preferences.layout_offer === 'open' ? { onUse: () => onLayout('work'), onDismiss: closeOffer } : null,
    news:
      since !== null && page !== undefined && changed !== LAST_VISIT
        ? {
            count: newCount,
            total: page.total,
            areMany: areManyNew(newCount, page.total),
            since,
            onShow: () => onChanged(LAST_VISIT),
          }
        : null,
  });
  return (
    <TableFrame>
      {shownList !== undefined ? (
        <shownList.TitleLine list={shownList.list} actions={<ExportButtons filters={query} total={total} />} />
      ) : (
        <TitleLine
          title="Collected people"
          tabs={
            <TextLink to={paths.linkedinCollector} style={{ fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
              Back to the collector
            </TextLink>
          }
          notes={
            <>
              {/* Most windows have no room for it. */}
              <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' } }}>
                {workspace.isPersonal
                  ? 'Everyone you collected, each listed once. Only your account can see them.'
                  : `Everyone whom members of ${workspace.name} collected, each listed once.`}
              </Box>
              {!isNobody && <ExportLine total={total} />}
            </>
          }
          moreActions={
            !isNobody && (
              <>
                {chart === null && (
                  <Button
                    size="small"
                    startIcon={<BarChartRounded />}
                    onClick={() => onShow(true)}
                    sx={{ display: { sm: 'none' } }}
                  >
                    Open as a chart
                  </Button>
                )}
                <May needs={changing}>
                  <Button size="small" startIcon={<NotificationsNoneRounded />} component={Link} to={newAlertPath(watchOf(list))}>
                    Alert me
                  </Button>
                </May>
                <ExportButtons filters={query} total={total} />
              </>
            )
          }
        />
      )}
      {isNobody ? (
        <NobodyYet />
      ) : (
        <>
          <FilterBar
            applied={shownList === undefined ? filters : withoutList(filters)}
            onApply={(next) => change({ filters: next })}
            asked={query}
            countries={page?.countries ?? []}
            tags={page?.tags ?? []}
          />
          {dialog}
          {chart !== null ? (
            <PeopleChart
              chart={chart}
              filters={requested}
              choice={choice}
              onChart={(next) => change({ chart: next })}
              onNarrow={(narrow) => change((latest) => ({ filters: readFilters(narrow(latest.filters)) }))}
            />
          ) : (
            <PeopleSection
              people={people}
              state={state}
              query={query}
              since={since}
              newCount={newCount}
              notes={notes}
              isWide={isWide}
              onChange={change}
              onChanged={onChanged}
              layout={layout}
              onLayoutChange={onLayout}
              isOfEmptyList={shownList !== undefined && isNone(withoutList(filters))}
              // Phones have no room for it beside the order of people: it is folded under the title there.
              choice={<Box sx={{ display: { xs: 'none', sm: 'contents' } }}>{choice}</Box>}
            />
          )}
        </>
      )}
    </TableFrame>
  );
}

function isNone(filters: PeopleFilters): boolean {
  return Object.keys(filters).length === 0;
}

function pageSizeOf(layout: WorkbenchLayout): PageSize {
  return layout === 'work' ? workPageSize(window.innerHeight) : DEFAULT_PAGE_SIZE;
}

/** The list that is shown, or else everybody. */
function watchOf(list: string) {
  return list === '' ? ({ kind: 'people' } as const) : ({ kind: 'list', id: Number(list) } as const);
}

/**
 * How many of the people who match are new since the last visit. What fails is not shown.
 * @param filters null: not known yet
 * @param since null: not known
 */
function useNewPeople(filters: PeopleQuery | null, since: string | null): number {
  // The later of both: as the server writes moments, they are ordered like their texts.
  const { [UPDATED_AFTER]: changed = '' } = filters ?? {};
  const [, moment = ''] = [String(changed), since ?? ''].sort();
  const query = { ...filters, updated_after: moment, per_page: 1 };
  const { data = 0 } = useQuery({
    // The key is not one of the pages, whose people are changed on the screen.
    queryKey: ['linkedin', 'new-people', query],
    queryFn: async ({ signal }) => (await call(listProfiles, { query }, { signal })).total,
    enabled: filters !== null && since !== null,
    retry: false,
  });
  return data;
}
