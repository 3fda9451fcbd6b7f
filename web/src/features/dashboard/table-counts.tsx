/** How many rows a table has, and how many are new since the last visit, as its screen counts them. Each number leads to its rows. */
import type { TableName } from '@leadloom/shared/tables/table-names';
import { TextLink } from '../../components/text-link.tsx';
import { tableVisitsQuery } from '../../lib/changed/table-visits-query.ts';
import { formatCount } from '../../lib/format-count.ts';
import { tablePath } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { changedSince, formatNewCount, newRowsPath } from './new-rows-path.ts';

interface TableCountsProps {
  readonly table: TableName;
  readonly title: string;
  readonly rows: number;
}

export function TableCounts({ table, title, rows }: TableCountsProps) {
  const { data: visits } = useQuery(tableVisitsQuery);
  if (rows === 0) return 'No rows yet';
  const visit = visits?.find((each) => each.table === table && each.view_id === null);
  const count = formatCount(rows);
  return (
    <>
      <TextLink to={tablePath(table)} aria-label={`${count} rows of ${title}`}>
        {count}
      </TextLink>
      {visit !== undefined && visit.new > 0 && (
        <>
          {' · '}
          <TextLink to={newRowsPath(visit)} state={changedSince} aria-label={`${formatNewCount(visit.new)} new rows of ${title}`}>
            {formatNewCount(visit.new)} new
          </TextLink>
        </>
      )}
    </>
  );
}
