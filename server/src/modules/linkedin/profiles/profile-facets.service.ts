/**
 * Counts of collected people beside values, and summaries of them. All counts of an answer are of one moment. They are bounded
 * like those of tables, whose slots an account's requests share on all servers.
 */

import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { listProfileFacets as counting, summarizeProfiles as summarizing } from '@leadloom/shared/contract/profile-facets';
import type { Facets, Summary } from '@leadloom/shared/contract/table-facets';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import { companies } from '@leadloom/shared/tables/companies';
import { collectedPeopleCondition } from '@leadloom/shared/tables/conditions/collected-people-condition';
import { readAtOneMoment } from '../../../database/read-database.ts';
import { createSharedSlots } from '../../../limits/shared-slots.ts';
import type { Platform } from '../../../platform.ts';
import { answerFacets, answerSummary } from '../../tables/facets/count-answers.ts';
import type { Counter } from '../../tables/facets/counter.ts';
import { facetQuestion, summaryQuestion } from '../../tables/facets/questions.ts';
import { createRowCounter } from '../../tables/facets/row-counter.ts';
import { ALL_ROWS, createListAdmission, defaultAdmissionLimits } from '../../tables/list/list-admission.ts';
import type { MemberReader } from '../../tables/list/list-answers.ts';
import { keepTables } from '../../tables/one-moment.ts';
import { settlePasses } from './people-condition.ts';
import { peopleRows } from './people-rows.ts';
import { type ProfileFilters, requireFilters } from './profile-filters.ts';

export type ProfileFacetsQuery = EndpointRequest<typeof counting>['query'];
export type ProfileSummaryQuery = EndpointRequest<typeof summarizing>['query'];

export function createProfileFacets(platform: Platform) {
  const { config, database, identities, lists, replicas } = platform;
  const admit = createListAdmission(defaultAdmissionLimits, config.databaseUrl === null ? null : createSharedSlots(identities));

  async function read<Result>(
    filters: ProfileFilters,
    reader: MemberReader,
    work: (counter: Counter<unknown>) => Promise<Result>,
  ): Promise<Result> {
    const { workspaceId } = reader;
    await requireFilters(platform, database, reader, filters);
    return admit(reader, ALL_ROWS, () =>
      // Companies are what filters may link to.
      readAtOneMoment(lists.$client, replicas, keepTables([companies]), async (connection) => {
        const settle = await settlePasses(connection, workspaceId, collectedPeopleCondition(filters));
        const rowsOf = (chosen: ProfileFilters) => peopleRows(workspaceId, settle(collectedPeopleCondition(chosen)));
        return work(createRowCounter(connection, collectedPeople, rowsOf));
      }),
    );
  }

  return {
    /**
     * Counts the account's people beside each value.
     * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED,
     * LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY
     */
    async facets({ of, q, ...filters }: ProfileFacetsQuery, reader: MemberReader): Promise<Facets> {
      const question = facetQuestion(collectedPeople, { of, q });
      return read(filters, reader, (counter) => answerFacets(counter, filters, question));
    },

    /** Summarizes the account's people. @throws {AppError} as `facets` */
    async summary({ by, measure, of, ...filters }: ProfileSummaryQuery, reader: MemberReader): Promise<Summary> {
      const question = summaryQuestion(collectedPeople, { by, measure, of });
      return read(filters, reader, (counter) => answerSummary(counter, filters, question));
    },
  };
}
