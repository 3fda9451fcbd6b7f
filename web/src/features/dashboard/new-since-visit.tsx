/** Tables and views the person looked at, with the rows that are new since. Where nothing is new, it is not there. */
import type { TableVisit } from '@leadloom/shared/contract/table-visits';
import Box from '@mui/material/Box';
import { TextLink } from '../../components/text-link.tsx';
import { tableVisitsQuery } from '../../lib/changed/table-visits-query.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { BlockList, BlockNote, DashboardBlock } from './dashboard-block.tsx';
import { changedSince, formatNewCount, newRowsPath } from './new-rows-path.ts';

/** The number of lines that the block has room for. */
const SHOWN = 4;

/** The name and the number lead to the same rows. */
function linkTo(visit: TableVisit) {
  return { to: newRowsPath(visit), state: visit.view_id === null ? changedSince : null };
}

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
            <TextLink {...linkTo(visit)}>{visit.name}</TextLink>{' '}
            <TextLink
              {...linkTo(visit)}
              aria-label={`${formatNewCount(visit.new)} new rows of ${visit.name}`}
              style={{ fontVariantNumeric: 'tabular-nums' }}
            >
              {formatNewCount(visit.new)}
            </TextLink>
          </Box>
        ))}
      </BlockList>
    </DashboardBlock>
  );
}
