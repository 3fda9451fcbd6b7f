/**
 * Whether the screen shows invented rows. Narrow windows have a line for the notice above the page, so its place is kept from
 * the first picture on: by what was true when this browser asked last, and before that on any screen that could show it.
 */
import { listSampleRows, type SampleRows } from '@leadloom/shared/contract/dashboard';
import { tableNames } from '@leadloom/shared/tables/table-names';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { parseJson } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useAccountKey } from '../../lib/session/session.ts';

const EVERY_MINUTE = 60_000;
/** What they show belongs to the account. */
const accountScreens = [paths.linkedinCollector, paths.linkedinPeople, '/linkedin/users', paths.social, paths.socialDashboard];

interface SampleNoticeState {
  readonly isShown: boolean;
  /** It is shown, or its place is kept. */
  readonly hasPlace: boolean;
}

/** Asks only on screens that could show invented rows. */
export function useSampleNotice(): SampleNoticeState {
  const account = useAccountKey() ?? '';
  const { pathname } = useLocation();
  const [remembered] = useState(() => readRemembered(account));
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const table = tableNames.find((name) => isBelow(tablePath(name)));
  const isOfAccount = accountScreens.some(isBelow);
  const couldBe = table !== undefined || isOfAccount;
  const { data, error } = useQuery({
    queryKey: ['sample-rows'],
    queryFn: async ({ signal }): Promise<SampleRows> => {
      const samples = await call(listSampleRows, {}, { signal });
      remember(account, samples);
      return samples;
    },
    enabled: couldBe,
    staleTime: EVERY_MINUTE,
    retry: false,
  });
  const known = data ?? remembered;
  const isShown = couldBe && known !== null && (table === undefined ? known.account : known.tables.includes(table));
  const isOpen = couldBe && known === null && error === null;
  // Once it is kept it stays until another screen comes, so that nothing moves if there is nothing to say.
  const nextKept = isShown || isOpen ? pathname : keptAt === pathname ? keptAt : null;
  if (nextKept !== keptAt) setKeptAt(nextKept);
  return { isShown, hasPlace: nextKept !== null };
}

const STORAGE_KEY = 'leadloom-sample-rows';
const rememberedSchema = z.object({ account: z.string(), samples: listSampleRows.success.body });

/** null: this browser has not asked for the account. */
function readRemembered(account: string): SampleRows | null {
  try {
    const kept = rememberedSchema.safeParse(parseJson(localStorage.getItem(STORAGE_KEY) ?? ''));
    return kept.success && kept.data.account === account ? kept.data.samples : null;
  } catch {
    return null;
  }
}

function remember(account: string, samples: SampleRows): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ account, samples }));
  } catch {
    // Storage that is full or forbidden: the place is kept anew.
  }
}
