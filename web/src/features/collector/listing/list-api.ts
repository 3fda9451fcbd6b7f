/** What reading a list needs from the server, with every failure as data. */
import type { EndpointDefinition, EndpointInput, EndpointResult } from '@leadloom/shared/contract/endpoint';
import {
  type CollectorEntry,
  deleteSearchJob,
  type SearchJob,
  type SearchParams,
  saveSearchJobs,
  saveUserJobs,
} from '@leadloom/shared/contract/linkedin';
import { call } from '../../../lib/api-client/call.ts';
import { failureOf } from '../api/server-api.ts';
import type { ListProgress } from './list-progress.ts';

export type ListResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server rejected the request; a retry gives the same result. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The server gave no answer or an error, or is temporarily unavailable: worth a retry. */
  | { readonly kind: 'away' };

export interface ListApi {
  /** Answers the entries as listed: one that was listed before has another id than the one sent. */
  readonly saveEntries: (entries: ListProgress['unsaved']) => Promise<ListResult<readonly CollectorEntry[]>>;
  /** Pages that carry their job's id replace what is left of that job. */
  readonly saveSearch: (pages: readonly SearchParams[]) => Promise<ListResult<SearchJob>>;
  readonly deleteSearch: (jobId: string) => Promise<ListResult<unknown>>;
}

/** @param isValid false once another account signed in: nothing may be posted in its name */
export function openListApi(isValid: () => boolean): ListApi {
  async function settle<const Definition extends EndpointDefinition>(
    definition: Definition,
    input: EndpointInput<Definition>,
  ): Promise<ListResult<EndpointResult<Definition>>> {
    if (!isValid()) return { kind: 'away' };
    try {
      return { kind: 'ok', value: await call(definition, input) };
    } catch (error) {
      const failure = failureOf(error);
      return failure.kind === 'away' ? failure : { ...failure, message: error instanceof Error ? error.message : failure.code };
    }
  }
  return {
    saveEntries: async (entries) => {
      const result = await settle(saveUserJobs, { body: { users: [...entries] } });
      return result.kind === 'ok' ? { kind: 'ok', value: result.value.users } : result;
    },
    saveSearch: (pages) => settle(saveSearchJobs, { body: { searchParams: [...pages] } }),
    deleteSearch: (id) => settle(deleteSearchJob, { body: { id } }),
  };
}
