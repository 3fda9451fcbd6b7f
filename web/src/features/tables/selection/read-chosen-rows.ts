/** Reads chosen rows page by page, up to a number, in the order of the screen. */

import { MAX_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { ROW_IDS } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import type { GridSort } from '../../../components/data-grid/data-grid-props.ts';
import { call } from '../../../lib/api-client/call.ts';
import type { ChosenRows } from '../../../lib/my-rows/change-my-rows.ts';

/** @throws {ApiError} */
export async function readChosenRows(
  name: TableName,
  chosen: ChosenRows,
  sort: GridSort | null,
  most: number,
): Promise<readonly TableRow[]> {
  const order = sort === null ? {} : { sort: sort.field, order: sort.order };
  const ask = async (query: Readonly<Record<string, unknown>>): Promise<readonly TableRow[]> => {
    const whole = { ...query, ...order, per_page: MAX_PAGE_SIZE, include_total: 'fast' as const };
    return (await call(tableEndpoints[name].list, { query: whole }, {})).data;
  };
  const rows: TableRow[] = [];
  for (let page = 1; rows.length < most; page += 1) {
    const from = (page - 1) * MAX_PAGE_SIZE;
    const ids = 'ids' in chosen ? chosen.ids.slice(from, from + MAX_PAGE_SIZE) : [];
    if ('ids' in chosen && ids.length === 0) break;
    const found = await ask('ids' in chosen ? { [ROW_IDS]: ids.map(String) } : { ...chosen.filters, page });
    rows.push(...found);
    if (!('ids' in chosen) && found.length < MAX_PAGE_SIZE) break;
  }
  return rows.slice(0, most);
}
