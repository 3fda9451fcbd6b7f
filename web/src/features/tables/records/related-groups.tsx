/** Rows of other tables that belong to a row. */
import type { RelatedGroup } from '@leadloom/shared/contract/related-group';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { readFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { clampPageSize } from '../../../lib/page-size.ts';
import { recordPath, tablePath } from '../../../lib/paths.ts';
import { writeAddress } from '../address/filters-in-url.ts';
import { summaryOfRow } from './record-layout.ts';
import { detailOfRow, nameOfRow } from './row-name.ts';
import { useRelated } from './use-record.ts';

interface RelatedGroupsProps {
  readonly name: TableName;
  readonly id: number;
  readonly level: 'h2' | 'h3';
}

export function RelatedGroups({ name, id, level }: RelatedGroupsProps) {
  const { data, error, isFetching, refetch } = useRelated(name, id);
  if (error !== null) return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return <Skeleton variant="rounded" height="8rem" aria-label="Loading linked rows" />;
  return data.map((group) => <Group key={`${group.table} ${group.title}`} group={group} level={level} />);
}

function Group({
  group: { table, title, total, query, rows },
  level,
}: { readonly group: RelatedGroup } & Pick<RelatedGroupsProps, 'level'>) {
  const definition = tableByName(table);
  const [today] = useState(() => new Date());
  const state = { filters: readFilters(definition, query ?? {}), page: 1, perPage: clampPageSize(0), sort: null, chart: null };
  const linkState = definition.readsAddress ? null : { filters: query };
  const target = { pathname: tablePath(table), search: writeAddress(definition, state, null) };
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1, justifyContent: 'space-between' }}>
        <Typography component={level} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
          {title}{' '}
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {query === null ? (
              formatCount(total)
            ) : (
              <TextLink to={target} state={linkState} aria-label={`${formatCount(total)} in ${definition.title}`}>
                {formatCount(total)}
              </TextLink>
            )}
          </Box>
        </Typography>
        {query !== null && (
          <Box sx={{ fontSize: '0.8125rem' }}>
            <TextLink to={target} state={linkState}>
              Open in {definition.title}
            </TextLink>
          </Box>
        )}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem' }}>
        {rows.map(toTableRow).map((row) => (
          <Box component="li" key={row.id} sx={{ py: 0.5, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
            <TextLink to={recordPath(table, row.id)}>{nameOfRow(table, row)}</TextLink>
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', unicodeBidi: 'plaintext' }}>
              {summaryOfRow(table, row, today) || detailOfRow(table, row)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Every row has its id among its cells. */
function toTableRow(cells: RelatedGroup['rows'][number]): TableRow {
  return { ...cells, id: Number(cells.id) };
}
