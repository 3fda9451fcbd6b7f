/** Rows of other tables that belong to a row. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { RelatedGroup } from '@leadloom/shared/contract/related-group';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { tableParameters } from '@leadloom/shared/tables/filter-parameters';
import { readFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { generatePath } from 'react-router-dom';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { clampPageSize } from '../../../lib/page-size.ts';
import { paths, recordPath, tablePath } from '../../../lib/paths.ts';
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
  return <LinkedGroups {...useRelated(name, id)} level={level} />;
}

type RelatedAnswer = Pick<ReturnType<typeof useRelated>, 'data' | 'error' | 'isFetching' | 'refetch'>;

export function LinkedGroups({ data, error, isFetching, refetch, level }: RelatedAnswer & Pick<RelatedGroupsProps, 'level'>) {
  if (error !== null) return <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return <Skeleton variant="rounded" height="8rem" aria-label="Loading linked rows" />;
  return data.map((group) => <Group key={`${group.table} ${group.title}`} group={group} level={level} />);
}

function Group({ group, level }: { readonly group: RelatedGroup } & Pick<RelatedGroupsProps, 'level'>) {
  const { title, total, rows } = group;
  const [today] = useState(() => new Date());
  const { screen, target, state, lines } =
    group.table === COLLECTED_PEOPLE ? peopleLinks(group) : rowLinks(group, group.table, today);
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1, justifyContent: 'space-between' }}>
        <Typography component={level} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
          {title}{' '}
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {target === null ? (
              formatCount(total)
            ) : (
              <TextLink to={target} state={state} aria-label={`${formatCount(total)} in ${screen}`}>
                {formatCount(total)}
              </TextLink>
            )}
          </Box>
        </Typography>
        {target !== null && (
          <Box sx={{ fontSize: '0.8125rem' }}>
            <TextLink to={target} state={state}>
              Open in {screen}
            </TextLink>
          </Box>
        )}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem' }}>
        {rows.map(lines).map(({ id, to, name, detail }) => (
          <Box component="li" key={id} sx={{ py: 0.5, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
            <TextLink to={to}>{name}</TextLink>
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', unicodeBidi: 'plaintext' }}>{detail}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface GroupLinks {
  readonly screen: string;
  /** The list of these rows; null: no filters select them. */
  readonly target: { readonly pathname: string; readonly search: string } | null;
  readonly state: object | null;
  readonly lines: (cells: RelatedGroup['rows'][number]) => {
    readonly id: string;
    readonly to: string;
    readonly name: string;
    readonly detail: string;
  };
}

function rowLinks({ query }: RelatedGroup, table: TableName, today: Date): GroupLinks {
  const definition = tableByName(table);
  const parameters = tableParameters(definition);
  const sent = Object.entries(query ?? {}).map(([name, values]) => [
    name,
    parameters.get(name)?.form === 'list' ? values : values[0],
  ]);
  const state = {
    filters: readFilters(definition, Object.fromEntries(sent)),
    page: 1,
    perPage: clampPageSize(0),
    sort: null,
    chart: null,
  };
  return {
    screen: definition.title,
    target: query === null ? null : { pathname: tablePath(table), search: writeAddress(definition, state, null) },
    state: definition.readsAddress ? null : { filters: query },
    lines: (cells) => {
      const row = toTableRow(cells);
      return {
        id: String(row.id),
        to: recordPath(table, row.id),
        name: nameOfRow(table, row),
        detail: summaryOfRow(table, row, today) || detailOfRow(table, row),
      };
    },
  };
}

function peopleLinks({ query }: RelatedGroup): GroupLinks {
  const parameters = Object.entries(query ?? {}).flatMap(([name, values]) => values.map((value) => [name, value]));
  return {
    screen: 'Collected people',
    target: query === null ? null : { pathname: paths.linkedinPeople, search: `?${new URLSearchParams(parameters)}` },
    state: null,
    lines: ({ id, full_name: name, title, company_name: company, location }) => ({
      id: String(id),
      to: generatePath(paths.linkedinUser, { userId: String(id) }),
      name: String(name ?? 'No name'),
      detail: [title, company, location].filter((part) => part !== null).join(' · '),
    }),
  };
}

/** Every row has its id among its cells. */
function toTableRow(cells: RelatedGroup['rows'][number]): TableRow {
  return { ...cells, id: Number(cells.id) };
}
