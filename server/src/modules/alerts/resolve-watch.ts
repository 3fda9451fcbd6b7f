/** The table and the filters that an alert watches. Pure. */

import { peopleAlertFields, trendAlertFields } from '@leadloom/shared/contract/alert-fields';
import type { Watch } from '@leadloom/shared/contract/alerts';
import { COLLECTED_PEOPLE, type MyTable } from '@leadloom/shared/contract/my-rows';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableNames } from '@leadloom/shared/tables/tables';
import { z } from 'zod';
import type { Member } from '../../http/workspace-id.ts';
import { comparedFields } from '../tables/changes/touched-rows.service.ts';
import { filtersOfView, nameInDatabase, sameFilters, watchedTable } from '../tables/changes/watched-rows.service.ts';
import { COLLECTED_PEOPLE_ROWS } from '../tables/my-rows/listed-people.service.ts';
import { authorOf, type StoredAlert } from './alerts.repository.ts';

/** `tableName`: in the database; null: events of the account. */
export interface WatchedSet {
  readonly tableName: string | null;
  readonly filters: TableFilters;
}

const viewState = z.object({ filters: z.record(z.string(), z.unknown()) });

/** @param state of the view as it is stored now; undefined: it is gone */
export function resolveView(alert: StoredAlert, state: unknown): 'same' | 'gone' | Pick<WatchedSet, 'filters'> {
  const { tableName, filters } = alert;
  if (state === undefined || tableName === null) return 'gone';
  const definition = watchedTable(tableName);
  const now = filtersOfView(definition, viewState.safeParse(state).data?.filters ?? {}, authorOf(alert));
  return sameFilters(definition, filters, now) ? 'same' : { filters: now };
}

export function watchView(table: TableName, filters: Readonly<Record<string, unknown>>, member: Member): WatchedSet {
  const tableName = nameInDatabase(table);
  return { tableName, filters: filtersOfView(watchedTable(tableName), filters, member) };
}

export function watchSource({ network, name }: Extract<Watch, { kind: 'source' }>, member: Member): WatchedSet {
  return network === 'reddit'
    ? watchView('reddit-posts', { subreddit: [name] }, member)
    : watchView('tiktok-videos', { author: [name] }, member);
}

/** The table that the rows of an alert's messages are in, as members name it; undefined: trends are in none. */
export function tableShown({ watch, tableName }: Pick<StoredAlert, 'watch' | 'tableName'>): MyTable | undefined {
  if (watch.kind === 'people' || tableName === COLLECTED_PEOPLE_ROWS) return COLLECTED_PEOPLE;
  return tableNames.find((table) => nameInDatabase(table) === tableName);
}

/** The fields whose changes an alert can report. */
export function fieldsOf({ watch, tableName }: Pick<StoredAlert, 'watch' | 'tableName'>): readonly string[] {
  if (watch.kind === 'trends') return trendAlertFields;
  if (tableName === null || tableName === COLLECTED_PEOPLE_ROWS) return peopleAlertFields;
  return comparedFields(watchedTable(tableName));
}
