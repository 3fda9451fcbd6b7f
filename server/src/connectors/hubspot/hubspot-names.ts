/** Names of owners and labels of stages, read once for each connector: records have only their ids. */
import type { CrmObject } from '@leadloom/shared/contract/crm-fields';
import { z } from 'zod';
import type { HubspotApi } from './hubspot-api.ts';

const ownersSchema = z.object({
  results: z.array(
    z.object({ id: z.string(), email: z.string().nullish(), firstName: z.string().nullish(), lastName: z.string().nullish() }),
  ),
  paging: z.object({ next: z.object({ after: z.string() }).nullish() }).nullish(),
});
const stagesSchema = z.object({ options: z.array(z.object({ value: z.string(), label: z.string() })).default([]) });
const OWNERS_PAGE = 100;
/** More owners than an account has. */
const MAX_OWNERS = 10_000;

export function createHubspotNames(api: HubspotApi, object: CrmObject) {
  let owners: Promise<ReadonlyMap<string, string>> | null = null;
  let stages: Promise<ReadonlyMap<string, string>> | null = null;

  async function readOwners(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const path = `/crm/v3/owners?limit=${OWNERS_PAGE}`;
    const names = new Map<string, string>();
    // An app may lack the scope for owners; records then have none.
    if ((await api.statusOf({ path }, [200, 403], signal)) === 403) return names;
    let after: string | undefined;
    do {
      const { results, paging } = await api.call(
        { path: after === undefined ? path : `${path}&after=${encodeURIComponent(after)}` },
        ownersSchema,
        signal,
      );
      for (const { id, email, firstName, lastName } of results) {
        const name = [firstName, lastName].filter(Boolean).join(' ') || email;
        if (name) names.set(id, name);
      }
      after = paging?.next?.after;
    } while (after !== undefined && names.size < MAX_OWNERS);
    return names;
  }

  async function readStages(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const path = `/crm/v3/properties/${object}/lifecyclestage`;
    if ((await api.statusOf({ path }, [200, 403, 404], signal)) !== 200) return new Map();
    const { options } = await api.call({ path }, stagesSchema, signal);
    return new Map(options.map(({ value, label }) => [value, label]));
  }

  return {
    /** null: HubSpot does not name them any more. */
    ownerOf: async (id: string, signal: AbortSignal): Promise<string | null> => {
      owners ??= readOwners(signal);
      return (await owners).get(id) ?? null;
    },
    stageOf: async (value: string, signal: AbortSignal): Promise<string> => {
      stages ??= readStages(signal);
      return (await stages).get(value) ?? value;
    },
  };
}
