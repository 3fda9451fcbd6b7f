/** Tables and views the person looked at, with the rows that are new since. Where nothing is new, it is not there. */
import Box from '@mui/material/Box';
import { TextLink } from '../../components/text-link.tsx';
import { tableVisitsQuery } from '../../lib/changed/table-visits-query.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { BlockList, BlockNote, DashboardBlock } from './dashboard-block.tsx';
import { changedSince, formatNewCount, newRowsPath } from './new-rows-path.ts';

/** As many lines as the block has room for. */
const SHOWN = 4;

export function NewSinceVisit() {
  const { data: visits, error } = useQuery(tableVisitsQuery);
  const shown = visits?.filter((visit) => visit.new > 0).slice(0, SHOWN) ?? [];
  if (shown.length === 0 && error === null) return null;
  return (
    <DashboardBlock title="New since your last visit">
      {shown.length === 0 && error !== null && <BlockNote>{error.message}</BlockNote>}
      <BlockList>
        {shown.map((visit) => (
          <Box
            component="li"
            key={`${visit.table} ${visit.view_id ?? ''}`}
            title={`since ${formatDayAndTime(visit.since)}`}
            sx={{ whiteSpace: 'nowrap' }}
          >
            <TextLink to={newRowsPath(visit)} state={visit.view_id === null ? changedSince : null}>
              {visit.name}
            </TextLink>{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {formatNewCount(visit.new)}
            </Box>
          </Box>
        ))}
      </BlockList>
    </DashboardBlock>
  );
}
