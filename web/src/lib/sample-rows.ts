/** Which tables hold invented rows, as the server says it, and before that as this browser was told last. */
import { listSampleRows, type SampleRows } from '@leadloom/shared/contract/sample-rows';
import { useState } from 'react';
import * as z from 'zod/mini';
import { parseJson } from './api-client/api-error.ts';
import { call } from './api-client/call.ts';
import { useQuery } from './query/use-query.ts';
import { ownerKey } from './workspace/tab-workspace.ts';

const EVERY_MINUTE = 60_000;

interface KnownSamples {
  /** null: nothing is known. */
  readonly samples: SampleRows | null;
  readonly hasFailed: boolean;
}

/** @param isEnabled false: the screen shows no rows that could be invented */
export function useSampleRows(isEnabled: boolean): KnownSamples {
  const account = ownerKey();
  const [remembered] = useState(() => readRemembered(account));
  const { data, error } = useQuery({
    queryKey: ['sample-rows'],
    queryFn: async ({ signal }): Promise<SampleRows> => {
      const samples = await call(listSampleRows, {}, { signal });
      remember(account, samples);
      return samples;
    },
    enabled: isEnabled,
    staleTime: EVERY_MINUTE,
    retry: false,
  });
  return { samples: data ?? remembered, hasFailed: error !== null };
}

const STORAGE_KEY = 'leadloom-sample-rows';
const rememberedSchema = z.object({ account: z.string(), samples: listSampleRows.success.body });

/** null: this browser has not asked for the account. */
function readRemembered(account: string): SampleRows | null {
  try {
    const stored = rememberedSchema.safeParse(parseJson(localStorage.getItem(STORAGE_KEY) ?? ''));
    return stored.success && stored.data.account === account ? stored.data.samples : null;
  } catch {
    return null;
  }
}

function remember(account: string, samples: SampleRows): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ account, samples }));
  } catch {
    // Storage that is full or forbidden: the server is asked anew.
  }
}
