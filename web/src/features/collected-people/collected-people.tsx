/** Everybody an account has collected, to search, tag, export and delete. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ShownList } from '../../components/my-rows/list-title-line.tsx';
import { TableFrame, TitleLine } from '../../components/table-frame.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { newAlertPath } from '../../lib/alerts/new-alert-path.ts';
import { useTableVisit } from '../../lib/changed/use-table-visit.ts';
import { paths } from '../../lib/paths.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { ExportButtons, ExportLine } from './export-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NobodyYet } from './nobody-yet.tsx';
import { usePeopleAddress } from './people-address.ts';
import { countActive, toQuery } from './people-filters.ts';
import { PeopleSection } from './people-section.tsx';
import { usePeople } from './use-people.ts';

interface CollectedPeopleProps {
  /** The page of this list: the people on it alone are shown. */
  readonly shownList?: ShownList;
}

export function CollectedPeople({ shownList }: CollectedPeopleProps) {
  const { state, change } = usePeopleAddress(shownList === undefined ? null : String(shownList.list.id));
  const { filters } = state;
  const { list, changed } = filters;
  const { since, hasFailed } = useTableVisit({ table: COLLECTED_PEOPLE, viewId: null, isKnown: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is counted from the moment it is made
  const now = useMemo(() => new Date(), [changed]);
  const query = useMemo(() => toQuery(filters, { now, since }), [filters, now, since]);
  const people = usePeople(query, state);
  const { page } = people;

  const isLastVisitUnknown = query === null && hasFailed;
  useEffect(() => {
    if (!isLastVisitUnknown) return;
    showSnackbar('error', 'Your last visit could not be read, so people of any time are shown.');
    change({ filters: { ...filters, changed: '' } }, true);
  }, [isLastVisitUnknown, change, filters]);
  const isNobody = page?.total === 0 && !people.isOutdated && countActive(filters) === 0;
  const total = people.isOutdated ? null : (page?.total ?? null);
  return (
    <TableFrame>
      {shownList !== undefined ? (
        <shownList.TitleLine list={shownList.list} actions={<ExportButtons filters={query} total={total} />} />
      ) : (
        <TitleLine
          title="Collected people"
          tabs={
            <TextLink to={paths.linkedinCollector} style={{ fontSize: '0.8125rem' }}>
              Back to the collector
            </TextLink>
          }
          notes={
            <>
              {/* Most windows have no room for it. */}
              <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' } }}>
                Everyone you collected, each listed once. Only your account can see them.
              </Box>
              {!isNobody && <ExportLine total={total} />}
            </>
          }
          moreActions={
            !isNobody && (
              <>
                <Button size="small" startIcon={<NotificationsNoneRounded />} component={Link} to={newAlertPath(watchOf(list))}>
                  Alert me
                </Button>
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
            applied={shownList === undefined ? filters : { ...filters, list: '' }}
            onApply={(next) => change({ filters: next })}
            countries={page?.countries ?? []}
            tags={page?.tags ?? []}
          />
          <PeopleSection
            people={people}
            state={state}
            query={query}
            since={since}
            onChange={change}
            isOfEmptyList={shownList !== undefined && countActive({ ...filters, list: '' }) === 0}
          />
        </>
      )}
    </TableFrame>
  );
}

/** The list that is shown, or else everybody. */
function watchOf(list: string) {
  return list === '' ? ({ kind: 'people' } as const) : ({ kind: 'list', id: Number(list) } as const);
}
