/** Tables and views the person looked at, with the rows that are new since. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { MAX_NEW_ROWS, type TableVisit } from '@leadloom/shared/contract/table-visits';
import { UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import Box from '@mui/material/Box';
import { TextLink } from '../../components/text-link.tsx';
import { tableVisitsQuery } from '../../lib/changed/table-visits-query.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { LAST_VISIT } from '../../lib/last-visit.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { viewPath } from '../../lib/use-view-names.ts';
import { BlockList, BlockNote, DashboardBlock } from './dashboard-block.tsx';

/** As many lines as the block has room for. */
const SHOWN = 4;

export function NewSinceVisit() {
  const { data: visits, error } = useQuery(tableVisitsQuery);
  const shown = visits?.filter((visit) => visit.new > 0).slice(0, SHOWN);
  return (
    <DashboardBlock title="New since your last visit">
      {shown === undefined && <BlockNote>{error === null ? 'Loading…' : error.message}</BlockNote>}
      {visits?.length === 0 && <BlockNote>Open a table, and you will see here what is new in it later.</BlockNote>}
      {visits !== undefined && visits.length > 0 && shown?.length === 0 && <BlockNote>Nothing new.</BlockNote>}
      <BlockList>
        {shown?.map((visit) => (
          <Box
            component="li"
            key={`${visit.table} ${visit.view_id ?? ''}`}
            title={`since ${formatDayAndTime(visit.since)}`}
            sx={{ whiteSpace: 'nowrap' }}
          >
            <TextLink to={pathOf(visit)} state={visit.view_id === null ? changedSince : null}>
              {visit.name}
            </TextLink>{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {visit.new >= MAX_NEW_ROWS ? `${formatCount(MAX_NEW_ROWS)} or more` : formatCount(visit.new)}
            </Box>
          </Box>
        ))}
      </BlockList>
    </DashboardBlock>
  );
}

/** For tables whose address does not hold filters. */
const changedSince = { filters: { [UPDATED_AFTER]: LAST_VISIT } };

/** A view opens with its own filters, and offers its new rows itself. */
function pathOf({ table, view_id: id, name }: TableVisit): string {
  if (table !== COLLECTED_PEOPLE && id !== null) return viewPath({ table, id, name });
  const path = table === COLLECTED_PEOPLE ? paths.linkedinPeople : tablePath(table);
  return `${path}?${UPDATED_AFTER}=${LAST_VISIT}`;
}
