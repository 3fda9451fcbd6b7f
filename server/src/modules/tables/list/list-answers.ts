/**
 * The responses of the list endpoints: pages by number with their total, for screens, and walks by cursor, for
 * programs. A cached page is sent again; a walk is always read from the database.
 */

import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import { DEFAULT_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import type { endpointsByName } from '@leadloom/shared/contract/tables';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { readAtVersion } from '../../../database/read-database.ts';
import { joinPage, type ListAnswer } from '../../../http/list-page.ts';
import { refuseOddPages } from '../../../http/page-numbers.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { createSharedSlots } from '../../../limits/shared-slots.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import type { CrmKnown } from '../filters/crm-known.ts';
import { createCrmRows } from '../filters/crm-rows.ts';
import { bindMyFilters, hasCrmFilters, hasLinkedFilters, hasMyFilters, withCrmKnown } from '../filters/my-filters.ts';
import { requestFilters } from '../filters/request-filters.ts';
import { createMarkedAnswers, createMyState } from '../my-rows/marked-answers.ts';
import type { MemberRows } from '../my-rows/my-rows.repository.ts';
import { createListCheck, requireListOf } from '../my-rows/require-list.ts';
import { requireReadableLinks } from '../overview/readable-tables.service.ts';
import { ALL_ROWS, createListAdmission, defaultAdmissionLimits, type ListReader } from './list-admission.ts';
import { createLists, defaultListLimits } from './list-rows.ts';
import type { ListChoice } from './page-statement.ts';
import { createRecentChanges } from './recent-changes.ts';
import { settleOrder } from './row-order.ts';
import { createWalkCursors, isLong, type PassedRow, sortRefused, type WalkCursors } from './walk-cursor.ts';
import { writeRows } from './write-row.ts';
import { createWrittenPages } from './written-pages.ts';

/** Milliseconds a screen waits for a total before it is shown its page without one. */
const TOTAL_PATIENCE = 300;

export type ListQuery = EndpointRequest<ReturnType<typeof endpointsByName>['list']>['query'];

/** The reader of a list, with what is theirs in the workspace. */
export type MemberReader = ListReader & Member;

interface ListRequest {
  readonly version: Promise<number | undefined>;
  /** How often the account changed what it keeps about the table, where that is known. */
  readonly mine: number | undefined;
  readonly isProgram: boolean;
  readonly reader: MemberReader;
}

export type ListAnswers = ReturnType<typeof createListAnswers>;

export function createListAnswers(platform: Platform, limits = defaultAdmissionLimits) {
  const { columnStore, config, database, identities, lists: reading, secrets, totalPatience = TOTAL_PATIENCE } = platform;
  const recent = createRecentChanges(database);
  const crmRows = createCrmRows();
  const lists = createLists(reading, recent, defaultListLimits, columnStore, crmRows);
  const admit = createListAdmission(limits, config.databaseUrl === null ? null : createSharedSlots(identities));
  const cursors = createWalkCursors(secrets, 'the data tables');
  // This reads one row by its key, before every list: nothing that is slow may hold it up.
  const myState = createMyState(identities);
  const markAnswer = createMarkedAnswers(reading);
  const checkList = createListCheck(database);
  const pages = createWrittenPages({ database, lists, recent, nextCursor: (choice, last) => nextCursor(cursors, choice, last) });

  /**
   * @param readVersion of what the account keeps about the table; asked for only where the filters depend on it
   * @param tableVersion for what CRMs have; undefined: it is not read
   * @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
   */
  async function filtersOf(
    definition: TableDefinition,
    query: Readonly<Record<string, unknown>>,
    rows: MemberRows,
    readVersion: () => Promise<number>,
    tableVersion?: Promise<number | undefined>,
  ): Promise<TableFilters> {
    const filters = requestFilters(definition, query);
    await requireReadableLinks(platform, database, definition, filters, rows.workspaceId);
    if (!hasMyFilters(filters)) return bindMyFilters(filters, rows, 0, platform.now());
    const version = await readVersion();
    await checkList(rows, version, filters);
    const known = hasCrmFilters(filters) ? await knownOfCrms(definition, filters, rows.workspaceId, await tableVersion) : null;
    return bindMyFilters(known === null ? filters : withCrmKnown(filters, known), rows, version, platform.now());
  }

  async function knownOfCrms(
    definition: TableDefinition,
    filters: TableFilters,
    workspaceId: WorkspaceId,
    version: number | undefined,
  ): Promise<CrmKnown | null> {
    if (version === undefined) return null;
    return crmRows.readSoon(reading, { definition, workspaceId }, filterCondition(definition, filters), version);
  }

  /** A page without a count, or one that starts after a row. */
  async function walk(
    definition: TableDefinition,
    query: ListQuery,
    filters: TableFilters,
    reader: ListReader,
  ): Promise<ListAnswer> {
    const { page = 1, per_page: perPage = DEFAULT_PAGE_SIZE, fields, cursor } = query;
    const { order, passed } =
      cursor === undefined
        ? { order: settleOrder(definition, query), passed: null }
        : cursors.read(cursor, definition, filters, query);
    const skip = (page - 1) * perPage;
    const isTotalRequested = query.include_total !== 'false';
    const walked = await admit(reader, { definition, filters, order }, () =>
      lists.walk({ definition, filters, order, passed, skip, take: perPage, isTotalRequested }),
    );
    const next = nextCursor(cursors, { definition, filters, order }, walked.isEnd ? null : walked.last);
    // Without a cursor this page would look like the last one.
    if (cursor !== undefined && next === undefined) throw sortRefused(`a cell of ${order.field} is too long for a cursor.`);
    const rows = writeRows(definition, walked.rows, fields);
    return joinPage({ rows, total: walked.total, page: cursor === undefined ? page : null, perPage, next });
  }

  return {
    /** What CRMs have, for counts. */
    crmRows,
    /** The table's current version; undefined if it cannot be read. */
    versionNow: pages.versionNow,
    /** How often the account changed what it keeps about the table; undefined if it cannot be read. */
    myVersion: (definition: TableDefinition, workspaceId: WorkspaceId): Promise<number | undefined> =>
      myState({ workspaceId, tableName: databaseName(definition) }).catch(() => undefined),

    /**
     * @param version read after the request arrived, like `mine`
     * @param isProgram programs get a cursor; screens use page numbers
     * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY
     */
    async answer(
      definition: TableDefinition,
      query: ListQuery,
      { version, mine: known, isProgram, reader }: ListRequest,
    ): Promise<ListAnswer> {
      refuseOddPages(query, isProgram);
      const rows = rowsOf(definition, reader);
      const mine = known === undefined ? myState(rows) : Promise.resolve(known);
      // The marks are read along with the page; a page that fails fails for its own reason.
      mine.catch(() => undefined);
      const filters = await filtersOf(definition, query, rows, () => mine, version);
      const answer = await readAtVersion(seenBy(definition, filters, version), () => {
        if (query.cursor !== undefined || query.include_total === 'false') return walk(definition, query, filters, reader);
        const { sort, order, page = 1, per_page: perPage = DEFAULT_PAGE_SIZE, fields } = query;
        const isPatient = query.include_total === 'true' || (isProgram && query.include_total !== 'fast');
        const patience = isPatient ? undefined : totalPatience;
        const wanted = { definition, filters, sort, order, page, perPage, fields, hasCursor: isProgram, patience };
        return pages.page(wanted, version, (choice, read) => admit(reader, choice, read));
      });
      return markAnswer(rows, await mine, answer);
    },

    /** @throws {AppError} LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY */
    async total(definition: TableDefinition, query: Readonly<Record<string, unknown>>, reader: MemberReader): Promise<number> {
      const rows = rowsOf(definition, reader);
      const version = await pages.versionNow(definition);
      const filters = await filtersOf(definition, query, rows, () => myState(rows), Promise.resolve(version));
      const order = settleOrder(definition, {});
      if (version !== undefined) await recent.catchUp(definition, version);
      return readAtVersion(seenBy(definition, filters, Promise.resolve(version)), () =>
        admit(reader, { definition, filters, order }, () => lists.total(definition, filters, version)),
      );
    },

    /**
     * Runs a read of all rows that match, which sees what a list of them would see.
     * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY
     */
    async readAll<Result>(
      definition: TableDefinition,
      query: Readonly<Record<string, unknown>>,
      reader: MemberReader,
      read: (filters: TableFilters) => Promise<Result>,
    ): Promise<Result> {
      const rows = rowsOf(definition, reader);
      const filters = await filtersOf(definition, query, rows, () => myState(rows));
      const version = pages.versionNow(definition);
      return readAtVersion(seenBy(definition, filters, version), () => admit(reader, ALL_ROWS, () => read(filters)));
    },
  };
}

function rowsOf(definition: TableDefinition, { accountId, workspaceId }: Member): MemberRows {
  return { accountId, workspaceId, tableName: databaseName(definition) };
}

/**
 * Lists and tags have no version that a replica could be asked for, and linked rows have one of another table, so the primary
 * reads them.
 */
function seenBy(definition: TableDefinition, filters: TableFilters, version: Promise<number | undefined>) {
  const isOfTable = !hasMyFilters(filters) && !hasLinkedFilters(filters);
  return { tableName: databaseName(definition), version: isOfTable ? version : Promise.resolve(undefined) };
}

/**
 * The filters that a request names, with lists and tags bound to the member, for what is not cached.
 * @throws {AppError} ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
 */
export async function ownFilters(
  platform: Platform,
  definition: TableDefinition,
  query: Readonly<Record<string, unknown>>,
  rows: MemberRows,
): Promise<TableFilters> {
  const filters = requestFilters(definition, query);
  await requireReadableLinks(platform, platform.database, definition, filters, rows.workspaceId);
  await requireListOf(platform.database, rows, filters);
  return bindMyFilters(filters, rows, 0, platform.now());
}

/** The cursor of the next page; undefined if the row's cell is too long for an address. */
function nextCursor(cursors: WalkCursors, choice: ListChoice, last: PassedRow | null): string | null | undefined {
  if (isLong(choice.definition, choice.order.field)) return undefined;
  return last === null ? null : cursors.write(choice, last);
}
