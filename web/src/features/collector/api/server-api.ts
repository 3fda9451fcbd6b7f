/** The download's calls to our server, with every failure turned into data. */
import type { EndpointDefinition, EndpointInput, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { parseComponents, parseProfile, saveUserJobs } from '@leadloom/shared/contract/linkedin';
import * as z from 'zod/mini';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import type { ApiResult, ComponentsContent, DownloadApi, ProfileContent } from '../download/download-api.ts';

export const serverApi: DownloadApi = {
  parseProfile: async (content: ProfileContent) => {
    try {
      const value = await call(parseProfile, { body: { content } });
      return value.profile_id === '' ? { kind: 'no_profile_id' } : { kind: 'ok', value };
    } catch (error) {
      return lacksProfileId(error) ? { kind: 'no_profile_id' } : failureOf(error);
    }
  },
  parseComponents: (content: ComponentsContent) => settle(parseComponents, { body: { content } }),
  saveEntries: async (entries) => {
    const result = await settle(saveUserJobs, { body: { users: [...entries] } });
    return result.kind === 'ok' ? { kind: 'ok', value: result.value.users } : result;
  },
};

/** Answers of one account's job must never be posted for another account that signed in since. */
export function onlyWhile(isValid: () => boolean, api: DownloadApi): DownloadApi {
  const away = { kind: 'away' } as const;
  return {
    parseProfile: async (content) => (isValid() ? api.parseProfile(content) : away),
    parseComponents: async (content) => (isValid() ? api.parseComponents(content) : away),
    saveEntries: async (entries) => (isValid() ? api.saveEntries(entries) : away),
  };
}

async function settle<const Definition extends EndpointDefinition>(
  definition: Definition,
  input: EndpointInput<Definition>,
): Promise<ApiResult<EndpointResult<Definition>>> {
  try {
    return { kind: 'ok', value: await call(definition, input) };
  } catch (error) {
    return failureOf(error);
  }
}

/** Whether a request was refused for good, or is worth a retry: sessions are renewed; overloads and faults pass. */
export function failureOf(error: unknown): { readonly kind: 'refused'; readonly code: string } | { readonly kind: 'away' } {
  if (!(error instanceof ApiError)) return { kind: 'refused', code: 'CLIENT.FAULT' };
  const { status, code } = error;
  const isPassing = status < 400 || status >= 500 || [401, 408, 422, 429].includes(status) || code.startsWith('AUTH.');
  return isPassing ? { kind: 'away' } : { kind: 'refused', code };
}

/** A 200 that is the promised answer but for the member's id. */
function lacksProfileId(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 200 || !(error.cause instanceof z.core.$ZodError)) return false;
  return error.cause.issues.some((issue) => issue.path[0] === 'profile_id');
}
