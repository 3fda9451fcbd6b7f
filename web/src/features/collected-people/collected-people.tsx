/** Everybody an account has collected, to search, tag, export and delete. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { newAlertPath } from '../../lib/alerts/new-alert-path.ts';
import { useTableVisit } from '../../lib/changed/use-table-visit.ts';
import { paths } from '../../lib/paths.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { ExportBar } from './export-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NobodyYet } from './nobody-yet.tsx';
import { usePeopleAddress } from './people-address.ts';
import { countActive, toQuery } from './people-filters.ts';
import { PeopleSection } from './people-section.tsx';
import { usePeople } from './use-people.ts';

/** As wide as the data tables. */
const WIDEST_REM = 160;

export function CollectedPeople() {
  const { state, change } = usePeopleAddress();
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
  const isNobody = page?.total === 0 && !people.isTurning && countActive(filters) === 0;
  return (
    <PageBody maxWidth={WIDEST_REM}>
      <TextLink to={paths.linkedinCollector} style={{ justifySelf: 'start', fontSize: '0.875rem' }}>
        Back to the collector
      </TextLink>
      <div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
          <PageHeading title="Collected people" />
          {!isNobody && (
            <Button
              size="small"
              startIcon={<NotificationsNoneRounded />}
              component={Link}
              to={newAlertPath(watchOf(list))}
              sx={{ mr: -0.625 }}
            >
              Alert me
            </Button>
          )}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
          Everyone you collected from LinkedIn, each listed once. Only your account can see them.
        </Typography>
      </div>
      {isNobody ? (
        <NobodyYet />
      ) : (
        <>
          <FilterBar
            applied={filters}
            onApply={(next) => change({ filters: next })}
            countries={page?.countries ?? []}
            tags={page?.tags ?? []}
          />
          <ExportBar filters={query} total={people.isTurning ? null : (page?.total ?? null)} />
          <PeopleSection people={people} state={state} query={query} since={since} onChange={change} />
        </>
      )}
    </PageBody>
  );
}

/** The list that is shown, or else everybody. */
function watchOf(list: string) {
  return list === '' ? ({ kind: 'people' } as const) : ({ kind: 'list', id: Number(list) } as const);
}
