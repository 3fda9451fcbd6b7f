/** Data that belongs to a row of a data table: related rows and history. It is bounded like lists, by slots and by time. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import type { RelatedGroup } from '@leadloom/shared/contract/related-group';
import type { HistoryEntry, RowSource } from '@leadloom/shared/contract/table-records';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { runAbortably } from '../../../database/abortable-reads.ts';
import { within } from '../../../database/time-limit.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createGate } from '../../../limits/gate.ts';
import type { Platform } from '../../../platform.ts';
import { HISTORY_DAYS } from '../changes/changes.service.ts';
import type { ListReader } from '../list/list-admission.ts';
import { type RawCell, writeRow } from '../list/write-row.ts';
import { readRow } from '../tables.repository.ts';
import { readEmployees, readEmployers, readSamePerson } from './collected-groups.repository.ts';
import { type ComparedPerson, filtersOfCompany, filtersOfEmployer, filtersOfSamePerson } from './collected-groups.ts';
import { readGroup, readTrendGroup } from './related-rows.repository.ts';
import { readHistoryFacts } from './row-history.repository.ts';
import { historyEntries } from './row-history.ts';
import { readRowSources } from './row-sources.repository.ts';
import { describeGroup, keysOfRow, linksOf, type TableLink } from './table-links.ts';

const SLOTS = { slots: 8, atOnce: 2, perAccount: 64, waiting: 512, waitMilliseconds: 10_000 };
const LIMIT_MILLISECONDS = 5_000;
const RETRY_AFTER = 2;
const DAY = 86_400_000;

export function createRecords({ lists, now }: Platform) {
  const gate = createGate(SLOTS);

  async function admitted<Result>({ workspaceId, signal }: ListReader, read: () => Promise<Result>): Promise<Result> {
    const busy = new AppError('LIST.BUSY', { retryAfterSeconds: RETRY_AFTER, violatedPolicies: ['lists'] });
    const leave = await gate.enter(workspaceId, busy, signal);
    try {
      return await within(LIMIT_MILLISECONDS, signal, (wanted) => runAbortably(wanted, read));
    } finally {
      leave();
    }
  }

  async function relatedGroups(table: TableName, id: number, workspaceId: WorkspaceId): Promise<string[]> {
    const definition = tableByName(table);
    const cells = await readRow(lists, definition, id);
    if (cells === null) throw new AppError('ROWS.NOT_FOUND');
    const row: TableRow = JSON.parse(writeRow(definition, cells));
    const groups: string[] = [];
    // Links are read one after the other, so that a request has one connection at a time.
    for (const link of linksOf(table)) {
      const keys = keysOfRow(link, row);
      if (keys.length === 0) continue;
      const found = await readGroup(lists, tableByName(link.table), keys, link.table === table ? id : null);
      if (found.total > 0) groups.push(writeGroup(link, { ...describeGroup(link, keys, found), ...found }));
    }
    if (table === 'companies') {
      const { total, rows, query } = await readEmployees(lists, workspaceId, id, filtersOfCompany(row));
      const filters = query === null ? null : inRequestForm(query, 'company.');
      const group: RelatedGroup = { table: COLLECTED_PEOPLE, title: 'Collected people', total, query: filters, rows };
      if (total > 0) groups.push(JSON.stringify(group));
    }
    if (table === 'tiktok-videos') {
      const trend = await readTrendGroup(lists, definition, workspaceId, id);
      const title = trend?.name == null ? 'Other videos of the trend' : `Other videos of the trend ${trend.name}`;
      if (trend !== null && trend.total > 0) groups.push(writeGroup({ table }, { ...trend, title, query: null }));
    }
    return groups;
  }

  async function groupsOfPerson(workspaceId: WorkspaceId, person: ComparedPerson): Promise<string[]> {
    const employers = await readEmployers(lists, workspaceId, person.id, filtersOfEmployer(person));
    const same = await readSamePerson(lists, person, filtersOfSamePerson(person));
    const groups = [
      { table: 'companies', title: 'Company', ...employers },
      { table: 'people', title: 'The same person in People', ...same },
    ] as const;
    return groups.flatMap(({ table, query, ...group }) =>
      group.total === 0 ? [] : [writeGroup({ table }, { ...group, query: query === null ? null : inRequestForm(query, '') })],
    );
  }

  return {
    /** The rows that belong to a collected person of the account, as JSON. @throws {AppError} as `related` */
    async relatedToPerson(person: ComparedPerson, reader: ListReader): Promise<string> {
      const groups = await admitted(reader, () => groupsOfPerson(reader.workspaceId, person));
      return `{"data":[${groups.join(',')}]}`;
    },

    /** Returns JSON. @throws {AppError} ROWS.NOT_FOUND, LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY */
    async related(table: TableName, id: number, reader: ListReader): Promise<string> {
      const groups = await admitted(reader, () => relatedGroups(table, id, reader.workspaceId));
      return `{"data":[${groups.join(',')}]}`;
    },

    /** The newest first. @throws {AppError} ROWS.NOT_FOUND, LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY */
    async sources(table: TableName, id: number, reader: ListReader): Promise<RowSource[]> {
      const found = await admitted(reader, () => readRowSources(lists, tableByName(table), id));
      if (found === null) throw new AppError('ROWS.NOT_FOUND');
      return found.map(({ source, ...held }) => {
        const { title, attribution } = openSourceFacts[source];
        return { source, title, ...held, attribution };
      });
    },

    /** @throws {AppError} ROWS.NOT_FOUND, LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY */
    async history(
      table: TableName,
      id: number,
      { isOperator, ...reader }: ListReader & { readonly isOperator: boolean },
    ): Promise<HistoryEntry[]> {
      const definition = tableByName(table);
      const since = new Date(now().getTime() - HISTORY_DAYS * DAY);
      const facts = await admitted(reader, () => readHistoryFacts(lists, definition, id, since));
      if (facts === null) throw new AppError('ROWS.NOT_FOUND');
      return historyEntries(definition, facts, { since, isOperator });
    },
  };
}

/** Each filter as a list of texts. @param prefix of the parameters' names */
function inRequestForm(filters: TableFilters, prefix: string): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [`${prefix}${name}`, [value].flat().map(String)]));
}

interface Group {
  readonly title: string;
  readonly total: number;
  readonly query: Readonly<Record<string, readonly string[]>> | null;
  readonly rows: readonly (readonly RawCell[])[];
}

function writeGroup({ table }: Pick<TableLink, 'table'>, { title, total, query, rows }: Group): string {
  const written = rows.map((cells) => writeRow(tableByName(table), cells));
  const head = JSON.stringify({ table, title, total, query });
  return `${head.slice(0, -1)},"rows":[${written.join(',')}]}`;
}
